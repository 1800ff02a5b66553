"""Words by which a sentence says that a source says something, and nothing more: ``The manual states: "..."``."""

import re

from loccit.text.tokens import tokens

_WORDS = {
    "en": """a according add added adds also an article as book by claim claimed claims clearly describe described
        describes doc docs document documentation documents entry explain explained explains explicitly for guide here
        in it its itself literally manual mention mentioned mentions note noted notes of official on own page paper
        post put puts quote quoted quotes read reads readme reference report reported reports said say says section
        site source specified specifies specify state stated states study text that the their there they this to
        tutorial verbatim warn warned warns website word words write writes wrote""",
    "id": """artikel bahwa buku dalam di dokumen dokumentasi halaman ini itu manual mengatakan menjelaskan menulis
        menurut menyatakan menyebutkan pada panduan petunjuk situs sumber tertulis""",
}
_KNOWN = frozenset(word for words in _WORDS.values() for word in words.split())
_CHARACTERS = frozenset(
    "文檔档件說说明書书手冊册網网頁页官方原中指出表示寫写道稱称載载提到根據据依照按的本該该在上裡里資资料來来源引述"
)
_UNSPACED = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")


def only_attributes(frame: str, names: str) -> bool:
    """Tell whether the words around a quotation say only that a source says it.

    Args:
        frame: the sentence without the quotation.
        names: what the source is called: its titles, its host.
    """
    known = _KNOWN | set(tokens(names))
    spaced = _UNSPACED.sub(" ", frame)
    if any(word not in known for word in tokens(spaced)):
        return False
    return all(character in _CHARACTERS or character in names for run in _UNSPACED.findall(frame) for character in run)
