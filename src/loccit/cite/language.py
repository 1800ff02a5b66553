"""Which language a question is in, as far as an answer without evidence needs to know, and how sentences are joined."""

import re
from typing import Literal

from loccit.text.stop_words import is_stop_word
from loccit.text.tokens import tokens

Language = Literal["en", "id", "zh-Hant", "zh-Hans"]

NOTHING_SUPPORTED: dict[Language, str] = {
    "en": "Nothing that was asked could be supported by the pages that were read.",
    "id": "Tidak ada hal yang ditanyakan yang dapat didukung oleh halaman yang telah dibaca.",
    "zh-Hant": "已讀取的網頁無法支持所詢問的任何內容。",
    "zh-Hans": "已读取的网页无法支持所询问的任何内容。",
}
"""What an answer says where no evidence was admitted; the only sentence that needs no source."""

SHOWN_BESIDE: dict[Language, str] = {
    "en": "The answer has web addresses in it; it is shown beside this.",
    "id": "Jawabannya memuat alamat web; jawaban itu ditampilkan di layar.",
    "zh-Hant": "答案中有網址，請看畫面上的內容。",
    "zh-Hans": "答案中有网址，请看屏幕上的内容。",
}
"""What is said where everything that is supported has a web address in it: it states nothing and needs no source."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_TRADITIONAL = frozenset(
    "個們這來國時會說過對學為發東問經間還進開動樣種點機應體無業電話將現實長見關請讓買賣車馬門書員當總數據質網頁麼嗎與從頭題類單"
    "號邊線圖廣際務設計認證標準檔執運環處錯誤顯區連續條減價產廠項絕內萬氣溫壓調節鐘該讀寫輸選擇啟術語義華聯報導護維"
)
_SIMPLIFIED = frozenset(
    "个们这来国时会说过对学为发东问经间还进开动样种点机应体无业电话将现实长见关请让买卖车马门书员当总数据质网页么吗与从头题类单"
    "号边线图广际务设计认证标准档执运环处错误显区连续条减价产厂项绝内万气温压调节钟该读写输选择启术语义华联报导护维"
)
_CJK_STOPS = "。！？｡"
_STOPS = f".!?…؟۔।॥{_CJK_STOPS}"
_CLOSERS = "\"'”’»›)]}」』】》〉）］"
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff」』】》〉]")
_WITHOUT_STOPS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


def question_language(question: str) -> Language:
    """Return the language of a question among those an answer can be worded in; English where it can't be told."""
    if _HAN.search(question) and not _KANA_OR_HANGUL.search(question):
        characters = set(question)
        traditional = len(characters & (_TRADITIONAL - _SIMPLIFIED))
        simplified = len(characters & (_SIMPLIFIED - _TRADITIONAL))
        return "zh-Hant" if traditional > simplified else "zh-Hans"
    words = tokens(question)
    indonesian = sum(is_stop_word(word, "id") for word in words)
    english = sum(is_stop_word(word, "en") for word in words)
    return "id" if indonesian > english else "en"


def full_stop(sentence: str) -> str:
    """Return the mark that ends a sentence in its script; empty where it has one or its script uses none."""
    bare = sentence.rstrip(_CLOSERS)
    if not bare or bare[-1] in _STOPS or _WITHOUT_STOPS.match(bare[-1]):
        return ""
    return "。" if _CJK.match(sentence[-1]) else "."


def separator(before: str) -> str:
    """Return what stands between a sentence and the next: nothing after a CJK full stop, else a space."""
    bare = before.rstrip(_CLOSERS)
    return "" if not before or (bare and bare[-1] in _CJK_STOPS) else " "
