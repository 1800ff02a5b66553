"""Names of months and words that say what a date means, language by language.

Own tables rather than dateparser or Babel: both answer more than is written (dateparser completes a missing day from
today's date and guesses the order of day and month), and the core install stays small. To add a language, add its
months to ``_MONTH_NAMES`` (twelve entries, each with its forms, lower case, without full stops) and its words to the
tables below.
"""

from typing import Literal

Meaning = Literal["published", "modified", "accessed", "copyright", "accepted", "unknown"]

_MONTH_NAMES = {
    "en": "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
    "october oct|november nov|december dec",
    "id": "januari|februari peb feb|maret|april|mei|juni|juli|agustus agt agu ags|september|oktober okt|"
    "november nop nov|desember des",
    "de": "januar jän jänner|februar|märz mrz|april|mai|juni|juli|august|september|oktober okt|november|dezember dez",
    "fr": "janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août aoû|septembre|octobre|novembre|"
    "décembre déc",
    "es": "enero ene|febrero|marzo|abril abr|mayo|junio|julio|agosto ago|septiembre setiembre|octubre|noviembre|"
    "diciembre dic",
    "pt": "janeiro|fevereiro fev|março|abril|maio mai|junho|julho|agosto|setembro set|outubro out|"
    "novembro|dezembro dez",
    "it": "gennaio gen|febbraio|marzo|aprile|maggio mag|giugno giu|luglio lug|agosto|settembre|ottobre ott|novembre|"
    "dicembre dic",
    "nl": "januari|februari|maart mrt|april|mei|juni|juli|augustus|september|oktober|november|december",
}

MONTHS: dict[str, int] = {
    name: number
    for names in _MONTH_NAMES.values()
    for number, forms in enumerate(names.split("|"), 1)
    for name in forms.split()
}
"""Month number of each name; no name means two months."""

_WORDS: dict[Meaning, str] = {
    "published": "(?:first |originally |date )?published|(?:date )?posted|pub(?:lication|lish|lished)? date"
    "|date of publication|issued?(?: date)?|released on|release date"
    "|diterbitkan|terbit|dipublikasikan|tanggal (?:terbit|publikasi)|tayang|dimuat|diposting|ditayangkan"
    "|發布|发布|發佈|發表|发表|刊登|刊出|刊載|刊载|出版|公告|張貼|上線|發文|公開日|掲載|投稿日"
    "|veröffentlicht|erschienen|publié|mis en ligne|publicado|pubblicato|gepubliceerd|게시|작성일|입력|발행",
    "modified": "(?:last |page last |date )?(?:updated?|modified|edited|revised|changed)|revision date"
    "|(?:terakhir )?(?:diperbarui|diubah|dimutakhirkan|disunting|direvisi|diperbaharui)"
    "|pembaruan|pemutakhiran|perubahan terakhir|revisi terakhir"
    "|更新|修改|修訂|修订|編輯於|编辑于|异动|異動|改訂|改定"
    "|aktualisiert|zuletzt geändert|mis à jour|modifié|mise à jour|actualizado|atualizado|aggiornato|bijgewerkt"
    "|수정|업데이트|갱신",
    "accessed": "accessed|retrieved|diakses|檢索|检索|訪問日期|访问日期|查閱|查阅|取用|瀏覽日期|存取日期|閲覧"
    "|abgerufen|consulté|consultado|geraadpleegd",
    "accepted": "accepted|disetujui|diterima untuk|接受日期|錄用|录用|受理|angenommen|accepté|aceptado",
    "copyright": r"©|\(c\)|copyright|all rights reserved|hak cipta|版權|版权|著作權|著作权|저작권",
    "unknown": "received|submitted|event|deadline|born|valid until|expires?|diterima|lahir|收到|收稿|截止",
}

MEANINGS = tuple(_WORDS)
MEANING_PATTERN = "|".join(f"(?P<{meaning}>{words})" for meaning, words in _WORDS.items())
"""Regular expression over lower-case text with one named group a meaning."""


def _named(meaning: Meaning, names: str) -> dict[str, Meaning]:
    return dict.fromkeys(names.split(), meaning)


META_MEANINGS: dict[str, Meaning] = {
    **_named(
        "published",
        "article:published_time article:published article.published og:published_time date dc.date dc.date.issued"
        " dc.date.created dc.created dcterms.date dcterms.issued dcterms.created dc.issued pubdate pub_date"
        " publish_date publish-date publishdate publication_date publicationdate published published_time"
        " published-date citation_publication_date citation_date citation_online_date parsely-pub-date"
        " sailthru.date datepublished date_published bt:pubdate cxenseparse:recs:publishtime"
        " shareaholic:article_published_time article_date_original originalpublicationdate"
        " rnews:datepublished prism.publicationdate"
        " article:create_at weibo:article:create_at eprints.datestamp dateissued date.issued",
    ),
    **_named(
        "modified",
        "article:modified_time article:modified article:updated_time article:update_at og:updated_time"
        " og:modified_time dc.date.modified dc.modified dcterms.modified last-modified lastmod last_modified"
        " datemodified date_modified revised modified modified_time updated_time article_date_updated"
        " lastupdated last_updated weibo:article:update_at dateupdated",
    ),
    **_named("modified", "moddate"),
    **_named("accepted", "dcterms.dateaccepted dc.date.accepted"),
    **_named("copyright", "dcterms.datecopyrighted dc.date.copyrighted dcterms.rights copyright"),
}
"""What a ``<meta>`` with this name, property or itemprop declares (lower case)."""

JSON_LD_MEANINGS: dict[str, Meaning] = {
    "datePublished": "published",
    "uploadDate": "published",
    "dateModified": "modified",
    "copyrightYear": "copyright",
    "dateCreated": "unknown",
}
"""What a schema.org property declares."""
