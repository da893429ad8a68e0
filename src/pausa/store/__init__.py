"""The annotation project's database: people, transcripts, who has to do what, and every mark anyone set.

    store = open_store(Path("project"))                     # pausa.sqlite in the folder; or give a database address
    store.write(people.add, "anna")                         # on disk when it returns
    store.read(work.listing, person_id)

Functions that take a `Connection` first live in the modules by subject: `project` (settings), `people` (links,
sessions), `transcripts`, `assigning` (who gets what), `work` and `saving` (what annotators do), `quality` (figures),
`exports`, `imports`. `schema` holds the tables, `migrations` brings an older database up to date.
"""
