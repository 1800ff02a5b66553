"""Function words that say nothing about what a sentence is about, for three languages.

Written for this program; short on purpose. Words of negation and quantity (not, no, tidak, bukan, 不, 沒, all, only)
are not in it: they change what a sentence claims. A word that is a function word in one language and a content word
in another (Indonesian ``agar``) counts only where the language is known.
"""


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


ENGLISH = _words(
    """
    a an and are as at be been being by can could did do does for from had has have he her hers him his how i if
    in into is it its may me might must my of on or our ours shall she should so than that the their theirs them
    then there these they this those to us was we were what when where which while who whom whose why will with
    would you your yours about after also before between during over such through under upon via
    """
)
INDONESIAN = _words(
    """
    ada adalah agar akan aku anda antara apa apakah atas atau bagaimana bagi bahwa beberapa berapa bila bisa dalam
    dan dapat dari daripada dengan di dia hal harus hingga ia ialah ini itu jika juga kah kalau kami kamu kapan
    karena ke kepada ketika kita lah lalu maka mana mereka mengapa menjadi merupakan namun oleh pada para pun saat
    saja sambil sampai sangat saya sebagai sebuah secara sedang sehingga sejak selama seorang seperti serta siapa
    suatu supaya telah tentang terhadap tersebut untuk yaitu yakni yang
    """
)
AMBIGUOUS_INDONESIAN = _words("ada agar aku ia lah lalu mana para pun saja")

CHINESE_CHARACTERS = frozenset(
    "的了麼么着著是在和與与及或也就都而其之於于以被把將将讓让從从對对為为所且但若則则該该此這这那嗎吗呢吧啊呀個个們们我你您他她它很再又還还"
)
"""Characters that, side by side or alone, make no content."""

CHINESE_WORDS = _words(
    """
    什麼 什么 甚麼 怎麼 怎么 如何 哪些 哪個 哪个 哪裡 哪里 為何 为何 是否 可以 因為 因为 所以 如果 以及
    並且 并且 而且 但是 或者 還是 还是 這些 这些 那些 這個 这个 那個 那个 我們 我们 你們 你们 他們 他们
    她們 她们 它們 它们 自己 其他 關於 关于 對於 对于 由於 由于 一個 一个 一些 已經 已经 能夠 能够 進行
    进行 通過 通过 透過
    """
)
CHINESE_GLUE = frozenset("的了嗎吗呢吧")
"""A pair that holds one of these crosses a word boundary, but for the words below."""

CHINESE_GLUED_WORDS = _words("目的 標的 标的 的確 的确 了解 終了 终了 為了 为了")


def is_stop_word(word: str, language: str | None = None) -> bool:
    """Tell whether a word is a function word.

    Args:
        word: a word or token, whatever its case.
        language: BCP 47 tag or its primary subtag; null asks in all three languages.
    """
    primary = language.split("-")[0].lower() if language else None
    token = word.casefold()
    if not token.isascii():
        return primary in (None, "zh") and _is_chinese_stop(token)
    if primary is None:
        return token in ENGLISH or (token in INDONESIAN and token not in AMBIGUOUS_INDONESIAN)
    return token in {"en": ENGLISH, "id": INDONESIAN}.get(primary, ())


def _is_chinese_stop(token: str) -> bool:
    if len(token) > 2 or token in CHINESE_GLUED_WORDS:
        return False
    characters = set(token)
    return token in CHINESE_WORDS or characters <= CHINESE_CHARACTERS or bool(characters & CHINESE_GLUE)
