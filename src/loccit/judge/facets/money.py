"""Currencies as data: symbols and names to ISO 4217 codes."""

from loccit.judge.script import simplified

_NAMES = {
    "USD": "$ | us$ | usd | dollar | dollars | us dollar | us dollars | 美元 | 美金 | dolar as | dolar",
    "EUR": "€ | eur | euro | euros | 歐元 | 欧元",
    "GBP": "£ | gbp | pound sterling | pounds sterling | 英鎊 | 英镑",
    "JPY": "jpy | yen | 日元 | 日圓",
    "CNY": "cny | rmb | yuan | renminbi | 人民币 | 人民幣 | 元人民币 | 元人民幣",
    "TWD": "nt$ | twd | 新台幣 | 新臺幣 | 新台币",
    "HKD": "hk$ | hkd | 港元 | 港幣 | 港币",
    "IDR": "rp | idr | rupiah",
    "KRW": "₩ | krw | won",
    "INR": "₹ | inr | rupee | rupees",
    "CHF": "chf | swiss franc | swiss francs",
    "¥": "¥",
    "元": "元 | 塊錢 | 块钱 | 塊 | 块",
}


def _lookup() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for code, names in _NAMES.items():
        for name in (part.strip() for part in names.split("|")):
            words = tuple(simplified(name)) if name[0] > "\u2fff" else tuple(name.split())
            if name in {"nt$", "hk$", "us$"}:
                words = (name[:2], "$")
            found.setdefault(words[0], []).append((words[1:], code))
    for entries in found.values():
        entries.sort(key=lambda item: -len(item[0]))
    return found


CURRENCIES = _lookup()
