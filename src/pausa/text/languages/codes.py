"""What languages are called: by codes, by other codes, by their English names."""

from __future__ import annotations

#: What people call each language that can be found.
NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "bs": "Bosnian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "eu": "Basque", "fi": "Finnish", "fr": "French",
    "gl": "Galician", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian",
    "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ka": "Georgian", "ko": "Korean", "lt": "Lithuanian",
    "lv": "Latvian", "nb": "Norwegian (Bokmål)", "nl": "Dutch", "nn": "Norwegian (Nynorsk)", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish",
    "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "zh": "Chinese",
}  # fmt: skip

#: Codes that mean a language which is known by another one.
_OTHER_CODES = {"no": "nb", "iw": "he", "cmn": "zh", "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "spa": "es"}
_BY_NAME = {name.lower(): code for code, name in NAMES.items()} | {"norwegian": "nb", "nynorsk": "nn", "mandarin": "zh"}


def base_code(language: str) -> str:
    """The plain code of a language, however it is told: with a country, by another code, by its name.

    >>> [base_code(told) for told in ("en-GB", "pt_BR", "no", "German", "zh-Hant-TW", "tlh", "")]
    ['en', 'pt', 'nb', 'de', 'zh', 'tlh', '']
    """
    base = language.replace("_", "-").split("-")[0].strip().lower()
    return _BY_NAME.get(base) or _OTHER_CODES.get(base, base)
