"""How statements about versions are written, language by language.

To add a language, add an entry to ``PHRASES``: a word that every page with such statements contains (lower case), and
the phrases, each with its relation and ``{v}`` where the version stands. Phrases are regular expressions over
lower-case text. A phrase that is also ordinary prose (``available in 3.5``) must ask for the word for "version".
"""

from dataclasses import dataclass
from typing import Literal

Relation = Literal["added", "changed", "deprecated", "removed", "applies_to"]


@dataclass(frozen=True, slots=True)
class Language:
    """The phrases of one language; ``hint`` are words of which a page must hold one, to skip the rest fast."""

    hint: tuple[str, ...]
    phrases: tuple[tuple[Relation, str], ...]


_V = "(?:version |release )?{v}"
_NAMED_V = "(?:version |release )(?:number )?{v}"
_LATER = (
    r"(?: ?\+|,? (?:and|or) (?:later|above|newer|higher|up|earlier|below|older)(?: (?:versions|releases))?"
    "|,? (?:through|until|up to) {v})?"
)
_APPLIES = "(?:applies|applicable|apply) (?:only )?"

_AT = "(?:[在於于自從从] ?)?(?:版本 ?)?{v} ?版?本?"
_ADDED = "(?:新增|新加入|加入|添加|引入|新功能)"
_CHANGED = "(?:變更|变更|更變|更改|變動|变动|修改|改變|改变)"
_DEPRECATED = "(?:[棄弃廢废][用棄弃]|不[推建][薦荐議议]使用|淘汰)"
_REMOVED = "(?:移除|刪除|删除)"
_FROM = "(?:中|裡|里|起|後|后|開始|开始|之|以|已|被|即|將|将|的|發生|发生|有所|，|,)*"
_YISHANG = (
    "(?: ?(?:及|或|和|與|与)?(?:其|其後|其后)?(?:以上|更高|更新|更新的|之後|之后|以後|以后|後續|后续)"
    "(?:的)?(?:版本?)?)?"
)

_PADA = "(?:pada|di|dalam|sejak|mulai|dari)"
_VERSI = "(?:versi |rilis )?{v}"
_NAMED_VERSI = "(?:versi |rilis ){v}"
_BARU = "(?: (?:dan|atau|serta) (?:yang )?(?:lebih baru|seterusnya|setelahnya|sesudahnya|di atasnya|ke atas))?"

PHRASES: dict[str, Language] = {
    "en": Language(
        ("version", "in", "since", "to"),
        (
            ("added", "(?:new|added|introduced) (?:in|with|since|from) " + _V + _LATER),
            ("added", "(?:available|included) (?:in|with|since|from|as of) " + _NAMED_V + _LATER),
            ("changed", "(?:changed|modified) (?:in|since|with) " + _V),
            ("changed", "updated (?:in|since|with) " + _NAMED_V),
            ("deprecated", "deprecated:? (?:in |since |from |as of |with )?" + _V),
            ("removed", "(?:removed|removal) (?:in|since|from|with|as of) " + _V),
            ("removed", "(?:dropped|discontinued) (?:in|since|from|with|as of) " + _NAMED_V),
            ("applies_to", _APPLIES + "(?:to|from|since):?(?: versions?| releases?)?:? {v}" + _LATER),
            ("applies_to", _APPLIES + r"to:? [^\n.;:]{1,40}?,?(?: versions?| releases?)? {v}" + _LATER),
            ("applies_to", "(?:requires|supported (?:in|by|from|since|on)):?(?: versions?| releases?) {v}" + _LATER),
            ("added", "@?since:?(?: version| release)?:? {v}"),
        ),
    ),
    "zh": Language(
        ("版", "起", "用", "增", "加入", "移除"),
        (
            ("added", _AT + _FROM + _ADDED),
            ("added", "{v} ?新版功能"),
            ("added", _ADDED + "[於于自在]?(?:版本)? ?{v}(?: ?版本?)?"),
            ("changed", _AT + _FROM + _CHANGED),
            ("deprecated", _AT + _FROM + _DEPRECATED),
            ("deprecated", "已?" + _DEPRECATED + "[於于自在]?(?:版本)? ?{v}(?: ?版本?)?"),
            ("removed", _AT + _FROM + _REMOVED),
            ("removed", "已?" + _REMOVED + "[於于自在](?:版本)? ?{v}(?: ?版本?)?"),
            ("applies_to", "(?:適用|适用)(?:於|于)?(?:版本)?[:：]? ?(?:版本)? ?{v}(?: ?版本?)?" + _YISHANG),
            ("added", "[自從从] ?(?:版本 ?)?{v} ?(?:版本?)?(?:起|開始|开始)"),
        ),
    ),
    "id": Language(
        ("versi", "rilis", "sejak", "pada"),
        (
            ("added", "(?:baru|ditambahkan|diperkenalkan|tersedia) " + _PADA + " " + _NAMED_VERSI + _BARU),
            ("added", "(?:ditambahkan|diperkenalkan) " + _PADA + " {v}" + _BARU),
            ("changed", "(?:berubah|diubah|perubahan|diganti|diperbarui) " + _PADA + " " + _NAMED_VERSI),
            ("deprecated", "(?:usang|ditinggalkan|kedaluwarsa) " + _PADA + " " + _VERSI),
            ("deprecated", "tidak (?:digunakan|dianjurkan|disarankan)(?: lagi)? " + _PADA + " " + _VERSI),
            ("removed", "(?:dihapus|dihilangkan|dibuang) " + _PADA + " " + _VERSI),
            ("applies_to", "berlaku (?:hanya )?(?:untuk|bagi|pada|mulai|sejak):?(?: versi| rilis)?:? {v}" + _BARU),
            ("added", "(?:sejak|mulai)(?: dari)?:? " + _NAMED_VERSI + _BARU),
        ),
    ),
    "ja": Language(
        ("バージョン",),
        (
            ("added", "バージョン ?{v} ?(?:で|から)(?:新たに)?(?:追加|導入)"),
            ("changed", "バージョン ?{v} ?で(?:の)?変更"),
            ("deprecated", "バージョン ?{v} ?(?:で|から|以降)(?:は)?非推奨"),
            ("removed", "バージョン ?{v} ?で(?:削除|廃止)"),
        ),
    ),
    "ko": Language(
        ("버전",),
        (
            ("added", "버전 ?{v} ?(?:에|에서) ?추가"),
            ("changed", "버전 ?{v} ?(?:에|에서) ?변경"),
            ("deprecated", "버전 ?{v} ?(?:부터|에서|이후) ?(?:폐지|사용 중단)"),
            ("removed", "버전 ?{v} ?(?:에|에서) ?(?:제거|삭제)"),
        ),
    ),
    "de": Language(
        ("version",),
        (
            ("added", "(?:neu|hinzugefügt|verfügbar) (?:in|seit|ab) version {v}"),
            ("changed", "geändert in version {v}"),
            ("deprecated", "veraltet (?:seit|ab) version {v}"),
            ("removed", "entfernt (?:in|seit) version {v}"),
            ("applies_to", "gilt (?:für|ab) version {v}"),
        ),
    ),
    "f": Language(
        ("la version", "en version"),
        (
            ("added", "(?:nouveau|ajouté|apparu)e? (?:dans|depuis|en) (?:la )?version {v}"),
            ("changed", "modifiée? (?:dans|depuis|en) (?:la )?version {v}"),
            ("deprecated", "(?:obsolète|dépréciée?) depuis (?:la )?version {v}"),
            ("removed", "supprimée? (?:dans|depuis|en) (?:la )?version {v}"),
        ),
    ),
    "es": Language(
        ("versión",),
        (
            ("added", "(?:nuev[oa]|añadid[oa]|agregad[oa]) en (?:la )?versión {v}"),
            ("changed", "(?:distint[oa]|cambiad[oa]|modificad[oa]) en (?:la )?versión {v}"),
            ("deprecated", "obsolet[oa] desde (?:la )?versión {v}"),
            ("removed", "eliminad[oa] en (?:la )?versión {v}"),
        ),
    ),
}
"""``since`` alone dates a feature, so it reads as ``added``."""
