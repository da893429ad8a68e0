"""What languages are called: by codes, by other codes, by their English names."""

from __future__ import annotations

#: What people call each language that can be found.
NAMES = {
    "am": "Amharic", "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "bs": "Bosnian", "ca": "Catalan",
    "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian",
    "eu": "Basque", "fi": "Finnish", "fr": "French", "gl": "Galician", "gu": "Gujarati", "he": "Hebrew", "hi": "Hindi",
    "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "is": "Icelandic", "it": "Italian", "ja": "Japanese",
    "ka": "Georgian", "km": "Khmer", "kn": "Kannada", "ko": "Korean", "lo": "Lao", "lt": "Lithuanian", "lv": "Latvian",
    "ml": "Malayalam", "my": "Burmese", "nb": "Norwegian (Bokmål)", "nl": "Dutch", "nn": "Norwegian (Nynorsk)",
    "or": "Odia", "pa": "Punjabi", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "si": "Sinhala", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "ta": "Tamil", "te": "Telugu", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip

#: Codes that mean a language which is known by another one, those of three letters (ISO 639-2 and -3) among them.
_OTHER_CODES = {
    "no": "nb", "iw": "he", "cmn": "zh", "zho": "zh", "chi": "zh", "yue": "zh", "amh": "am", "ara": "ar", "bul": "bg",
    "ben": "bn", "bos": "bs", "cat": "ca", "ces": "cs", "cze": "cs", "dan": "da", "deu": "de", "ger": "de", "ell": "el",
    "gre": "el", "eng": "en", "spa": "es", "est": "et", "eus": "eu", "baq": "eu", "fin": "fi", "fra": "fr", "fre": "fr",
    "glg": "gl", "guj": "gu", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "arm": "hy", "isl": "is",
    "ice": "is", "ita": "it", "jpn": "ja", "kat": "ka", "geo": "ka", "khm": "km", "kan": "kn", "kor": "ko", "lao": "lo",
    "lit": "lt", "lav": "lv", "mal": "ml", "mya": "my", "bur": "my", "nob": "nb", "nor": "nb", "nld": "nl", "dut": "nl",
    "nno": "nn", "ori": "or", "pan": "pa", "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "sin": "si",
    "slv": "sl", "srp": "sr", "scc": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tha": "th", "tur": "tr", "ukr": "uk",
    "vie": "vi",
}  # fmt: skip
_BY_NAME = {name.lower(): code for code, name in NAMES.items()} | {"norwegian": "nb", "nynorsk": "nn", "mandarin": "zh"}


def base_code(language: str) -> str:
    """The plain code of a language, however it is told: with a country, by another code, by its name.

    >>> [base_code(told) for told in ("en-GB", "pt_BR", "no", "German", "zh-Hant-TW", "tlh", "")]
    ['en', 'pt', 'nb', 'de', 'zh', 'tlh', '']
    """
    base = language.replace("_", "-").split("-")[0].strip().lower()
    return _BY_NAME.get(base) or _OTHER_CODES.get(base, base)


def name_of(code: str) -> str:
    """What people call a language, or its code where that is not known."""
    return NAMES.get(base_code(code), repr(code))
