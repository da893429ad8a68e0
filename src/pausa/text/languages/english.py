"""English: titles, abbreviations, sentence starters, dictated marks, hesitations."""

from pausa.text.languages import Language

_ANSWERED = frozenset(
    "said say says saying answer answered reply replied tell told me you him her us them think thought vote voted mean "
    "means meant or and oh hell".split()
)

ENGLISH = Language(
    code="en",
    name="English",
    titles=frozenset(
        "mr. mrs. ms. mx. dr. prof. rev. fr. hon. gen. col. maj. capt. lt. sgt. cpl. cmdr. adm. sen. rep. gov. pres. "
        "st. mt. ft. msgr. sr. supt. insp. det. messrs. mmes. nos. vs. fig. figs. eq. eqs. sec. ch. vol. pp. "
        "ed. eds. cf. e.g. i.e. approx. est. dept. univ. assn. bros. ave. blvd. rd. hwy. rt. op. ca. viz.".split()
    ),
    abbreviations=frozenset(
        "a.m. p.m. u.s. u.k. u.n. e.u. u.s.a. u.a.e. d.c. l.a. n.y. b.c. a.d. b.c.e. c.e. etc. inc. corp. ltd. co. "
        "llc. plc. jr. sr. esq. ph.d. m.d. b.a. m.a. b.sc. m.sc. d.d.s. r.n. c.e.o. c.f.o. i.q. t.v. p.s. al. jan. "
        "feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec. mon. tue. tues. wed. thu. thur. thurs. fri. sat. sun. "
        "min. sec. hr. hrs. oz. lb. lbs. mi. in. cm. km. mm. kg. mph. qtr. yr. yrs. mos. wk. dr.".split()
    )
    - {"in.", "dr."},
    starters=frozenset(
        "a an the this that these those i we you he she it they there here who what when where why how which whose "
        "and but or so yet if because since although though while as after before once until unless "
        "is are was were do does did can could will would should may might must have has had am "
        "my our your his her its their one two some many most all each every no not yes yeah okay ok well now then "
        "in on at by for from with to of let's it's that's there's he's she's we're they're you're i'm i've i'd i'll "
        "we've we'll however therefore meanwhile thank thanks please good maybe perhaps also first second third "
        "finally next today yesterday tomorrow again just even".split()
    ),
    numbered={"No.": _ANSWERED, "no.": _ANSWERED}
    | dict.fromkeys("P. p. Art. Para. para. Pt. pt.".split(), frozenset()),
    lettered=frozenset(
        "plan vitamin hepatitis influenza section part type class grade group appendix exhibit option figure table "
        "schedule unit zone block terminal gate route level form team phase series column letter case".split()
    ),
    before_names=frozenset(
        "a an and as at but by for from in is like met of on or our said say says than that the this to was were when "
        "with asked called told named author writer poet actor actress professor president judge justice doctor "
        "senator".split()
    ),
    spoken_marks=(
        (("full", "stop"), "."),
        (("period",), "."),
        (("question", "mark"), "?"),
        (("exclamation", "mark"), "!"),
        (("exclamation", "point"), "!"),
        (("semicolon",), ";"),
        (("comma",), ","),
        (("colon",), ":"),
    ),
    fillers=frozenset("uh um uhm er erm ah eh hmm hm mm mhm mm-hmm mmm uh-huh huh".split()),
    spellings=frozenset(
        "iPhone iPhones iPad iPads iPod iOS iCloud iTunes macOS eBay YouTube LinkedIn WhatsApp TikTok PayPal GitHub "
        "GitLab JavaScript TypeScript PostgreSQL MySQL SQLite NoSQL GraphQL OpenAI ChatGPT DevOps PowerPoint OneDrive "
        "SharePoint WordPress FedEx ExxonMobil JPMorgan PwC McKinsey McDonald McDonald's MasterCard BlackRock "
        "DreamWorks HubSpot DoorDash AirPods FaceTime PlayStation NASDAQ PhD PhDs MBAs CEOs CFOs CIOs CTOs COOs VPs "
        "PCs TVs DVDs CDs URLs APIs GPUs CPUs SDKs KPIs NGOs MPs MEPs GPs IDs ATMs ETFs IPOs REITs EVs SUVs PDFs FAQs "
        "LLMs MacBook DoD DoJ LaTeX NumPy PyTorch TensorFlow McCain McConnell McCarthy DeSantis O'Brien O'Connor "
        "O'Neill MacDonald EBITDA EBITDAs R&D Q&A".split()
    ),
)
