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


_LATER = (
    r"(?: ?\+|,? (?:and|or) (?:later|above|newer|higher|up|earlier|below|older)(?: (?:versions|releases))?"
    r"|,? (?:through|until|up to) {v})?"
)
_BARU = r"(?: (?:dan|atau|serta) (?:yang )?(?:lebih baru|seterusnya|setelahnya|sesudahnya|di atasnya|ke atas))?"
_AT = "(?:[在於于自從从] ?)?(?:版本 ?)?"
_YISHANG = (
    "(?: ?(?:及|或|和|與|与)?(?:其|其後|其后)?(?:以上|更高|更新|更新的|之後|之后|以後|以后|後續|后续)"
    "(?:的)?(?:版本?)?)?"
)

PHRASES: dict[str, Language] = {
    "en": Language(
        ("version", "in", "since", "to"),
        (
            ("added", r"(?:new|added|introduced) (?:in|with|since|from) (?:version |release )?{v}" + _LATER),
            (
                "added",
                r"(?:available|included) (?:in|with|since|from|as of) (?:version |release )"
                r"(?:number )?{v}" + _LATER,
            ),
            ("changed", r"(?:changed|modified) (?:in|since|with) (?:version |release )?{v}"),
            ("changed", r"updated (?:in|since|with) (?:version |release ){v}"),
            ("deprecated", r"deprecated:? (?:in |since |from |as of |with )?(?:version |release )?{v}"),
            ("removed", r"(?:removed|removal) (?:in|since|from|with|as of) (?:version |release )?{v}"),
            ("removed", r"(?:dropped|discontinued) (?:in|since|from|with|as of) (?:version |release ){v}"),
            (
                "applies_to",
                r"(?:applies|applicable|apply) (?:only )?(?:to|from|since):?(?: versions?"
                r"| releases?)?:? {v}" + _LATER,
            ),
            (
                "applies_to",
                r"(?:applies|applicable|apply) (?:only )?to:? [^\n.;:]{1,40}?,?(?: versions?"
                r"| releases?)? {v}" + _LATER,
            ),
            (
                "applies_to",
                r"(?:requires|supported (?:in|by|from|since|on)|valid (?:for|from)):?(?: versions?"
                r"| releases?) {v}" + _LATER,
            ),
            ("added", r"@?since:?(?: version| release)?:? {v}"),
        ),
    ),
    "zh": Language(
        ("版", "起", "用", "增", "加入", "移除"),
        (
            (
                "added",
                _AT
                + r"{v} ?(?:新版功能|版?本?(?:中|裡|里|起|後|后|開始|开始)?(?:被)?(?:新增|新加入|加入|添加|引入|新功能))",
            ),
            ("added", r"(?:新增|新加入|加入|添加|引入)[於于自在]?(?:版本)? ?{v}(?: ?版本?)?"),
            (
                "changed",
                _AT
                + r"{v} ?版?本?(?:中|起|後|后|的|發生|发生|有所|被)*(?:變更|变更|更變|更改|變動|变动|修改|改變|改变)",
            ),
            (
                "deprecated",
                _AT
                + r"{v} ?版?本?(?:中|起|後|后|開始|开始|之|以|已|被|即|，|,)*(?:[棄弃廢废][用棄弃]|不[推建][薦荐議议]使用|淘汰)",
            ),
            ("deprecated", r"已?(?:[棄弃][用]|[廢废][棄弃])[於于自在]?(?:版本)? ?{v}(?: ?版本?)?"),
            ("removed", _AT + r"{v} ?版?本?(?:中|起|後|后|之|已|被|將|将|，|起)*(?:移除|刪除|删除)"),
            ("removed", r"已?(?:移除|刪除|删除)[於于自在](?:版本)? ?{v}(?: ?版本?)?"),
            ("applies_to", r"(?:適用|适用)(?:於|于)?(?:版本)?[:：]? ?(?:版本)? ?{v}(?: ?版本?)?" + _YISHANG),
            ("added", r"[自從从] ?(?:版本 ?)?{v} ?(?:版本?)?(?:起|開始|开始)"),
        ),
    ),
    "id": Language(
        ("versi", "rilis", "sejak", "pada"),
        (
            (
                "added",
                r"(?:baru|ditambahkan|diperkenalkan|tersedia) (?:pada|di|dalam|sejak|mulai) (?:versi "
                r"|rilis ){v}" + _BARU,
            ),
            ("added", r"(?:ditambahkan|diperkenalkan) (?:pada|di|sejak) {v}" + _BARU),
            (
                "changed",
                r"(?:berubah|diubah|perubahan|diganti|diperbarui) (?:pada|di|dalam|sejak) (?:versi "
                r"|rilis ){v}",
            ),
            (
                "deprecated",
                r"(?:usang|ditinggalkan|kedaluwarsa|tidak (?:digunakan|dianjurkan|disarankan)"
                r"(?: lagi)?) (?:sejak|pada|mulai|di) (?:versi |rilis )?{v}",
            ),
            (
                "removed",
                r"(?:dihapus|dihilangkan|dibuang) (?:pada|di|dalam|sejak|mulai|dari) (?:versi "
                r"|rilis )?{v}",
            ),
            ("applies_to", r"berlaku (?:hanya )?(?:untuk|bagi|pada|mulai|sejak):?(?: versi| rilis)?:? {v}" + _BARU),
            ("added", r"(?:sejak|mulai)(?: dari)?:? (?:versi |rilis ){v}" + _BARU),
        ),
    ),
    "ja": Language(
        ("バージョン",),
        (
            ("added", r"バージョン ?{v} ?(?:で|から)(?:新たに)?(?:追加|導入)"),
            ("changed", r"バージョン ?{v} ?で(?:の)?変更"),
            ("deprecated", r"バージョン ?{v} ?(?:で|から|以降)(?:は)?非推奨"),
            ("removed", r"バージョン ?{v} ?で(?:削除|廃止)"),
        ),
    ),
    "ko": Language(
        ("버전",),
        (
            ("added", r"버전 ?{v} ?(?:에|에서) ?추가"),
            ("changed", r"버전 ?{v} ?(?:에|에서) ?변경"),
            ("deprecated", r"버전 ?{v} ?(?:부터|에서|이후) ?(?:폐지|사용 중단)"),
            ("removed", r"버전 ?{v} ?(?:에|에서) ?(?:제거|삭제)"),
        ),
    ),
    "de": Language(
        ("version",),
        (
            ("added", r"(?:neu|hinzugefügt|verfügbar) (?:in|seit|ab) version {v}"),
            ("changed", r"geändert in version {v}"),
            ("deprecated", r"veraltet (?:seit|ab) version {v}"),
            ("removed", r"entfernt (?:in|seit) version {v}"),
            ("applies_to", r"gilt (?:für|ab) version {v}"),
        ),
    ),
    "fr": Language(
        ("la version", "en version"),
        (
            ("added", r"(?:nouveau|ajouté|apparu)e? (?:dans|depuis|en) (?:la )?version {v}"),
            ("changed", r"modifiée? (?:dans|depuis|en) (?:la )?version {v}"),
            ("deprecated", r"(?:obsolète|dépréciée?) depuis (?:la )?version {v}"),
            ("removed", r"supprimée? (?:dans|depuis|en) (?:la )?version {v}"),
        ),
    ),
    "es": Language(
        ("versión",),
        (
            ("added", r"(?:nuev[oa]|añadid[oa]|agregad[oa]) en (?:la )?versión {v}"),
            ("changed", r"(?:distint[oa]|cambiad[oa]|modificad[oa]) en (?:la )?versión {v}"),
            ("deprecated", r"obsolet[oa] desde (?:la )?versión {v}"),
            ("removed", r"eliminad[oa] en (?:la )?versión {v}"),
        ),
    ),
}
"""``since`` alone dates a feature, so it reads as ``added``."""
