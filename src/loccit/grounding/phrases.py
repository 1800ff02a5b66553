"""How operators word instructions: the phrases by which a rule's condition and its parts are told apart, by language.

English, Indonesian, Chinese (both scripts), Japanese, German, French, Spanish and Portuguese.
"""

import re

QUOTED = re.compile(
    r"“([^”\n]+)”|„([^“”\n]+)[“”]|«\s*([^»\n]+?)\s*»|‹\s*([^›\n]+?)\s*›|「([^」\n]+)」|『([^』\n]+)』|《([^》\n]+)》"
    r"|(?<!\w)‘([^’\n]+)’(?!\w)|(?<!\w)'([^'\n]+)'(?!\w)|\"([^\"\n]+)\"|`([^`\n]+)`|\{@tool:\s*([^}\n]+?)\s*\}",
    re.IGNORECASE,
)
"""A quotation in the marks of several languages, or a reference to a tool in braces."""

TOOL_WORDS = (
    "tool", "alat", "perkakas", "工具", "ツール", "werkzeug", "outil", "herramienta", "ferramenta",
)  # fmt: skip

_CONDITIONS = (
    r"if|when(?:ever)?|for (?:questions|queries)|unless|once|jika|kalau|bila|apabila|saat|ketika|untuk|kecuali"
    r"|wenn|falls|si|cuando|lorsque|quand|se|quando"
)
CONDITION = re.compile(rf"(?:\b(?:{_CONDITIONS})\b|如果|假如|若|當|当|每當|每当|除非|もし)", re.IGNORECASE)
"""What opens a condition."""

UNLESS = re.compile(r"\b(?:unless|kecuali)\b|除非", re.IGNORECASE)

LEAD = re.compile(
    r"(?P<not>\bnot\s+|n['’]t\s+|\bbukan\s+|\btidak\s+|\bnicht\s+|\bno\s+|\bpas\s+|\bnão\s+|不是|並非|并非|不|非)?"
    r"(?:\b(?:about|regarding|concerning|concerns?|(?:related|relat(?:es?|ing)) to|has to do with|to do with"
    r"|on the (?:topic|subject) of|mentions?|involves?|asks? for"
    r"|tentang|mengenai|(?:terkait|berkaitan|berhubungan)(?: dengan)?|seputar|soal|menyangkut|menyebut(?:kan)?"
    r"|über|bezüglich|betrifft|sobre|acerca de|trata de|à propos de|au sujet de|concerne|porte sur)\b"
    r"|關於|关于|涉及|提到|提及|詢問|询问|問到|问到|問及|问及)",
    re.IGNORECASE,
)
"""What stands before a topic, with a negation of it."""

AROUND = re.compile(
    r"(?:與|与|和|跟|同)(?P<topic>[^，,。；;\ue000]+?)(?:(?P<not>無關|无关|不相關|不相关)|有關|有关|相關|相关)"
)
"""What stands around a topic in Chinese."""

BEHIND = re.compile(
    r"(?:もし|、|，)?(?:(?:質問|ユーザー|問い合わせ|クエリ)[のがは])*(?P<topic>[^、，。\ue000]+?)(?:について|に関する|に関して|に関連)"
)
"""What stands behind a topic in Japanese."""

_POLITE = (
    r"please|then|kindly|always|also|you (?:should|must|can|may)|the agent (?:should|must)|maka|silakan|silahkan|tolong"
    r"|harap|mohon|bitte|por favor|veuillez|請|请|就|則|则|再|務必|务必|應|应|可以|可|那麼|那么"
)
_VERBS = (
    r"look|check|see|read|use|using|consult|open|fetch|visit|refer|search|include|consider|browse|go|call|run|load"
    r"|periksa|lihat|baca|gunakan|pakai|buka|cek|rujuk|telusuri|kunjungi|ambil|cari|pertimbangkan|sertakan"
    r"|schau|sieh|lies|nutze|verwende|prüfe|öffne|mira|consult[ae]r?z?|revisa|usa|utili[sz]|lee|abre|regarde|lis|ouvre"
    r"|veja|verifi|leia|use|acesse"
    r"|查看|查閱|查阅|查詢|查询|參考|参考|參閱|参阅|閱讀|阅读|使用|利用|用|檢查|检查|讀取|读取|瀏覽|浏览|訪問|访问|造訪"
    r"|打開|打开|搜尋|搜索|看|以|透過|通過|通过|調用|调用|呼叫|在|到|去|把|將|将"
)
ORDER = re.compile(rf"\s*(?:(?:{_POLITE})\s*)*(?:{_VERBS})", re.IGNORECASE)
"""What opens the order that follows a condition."""

FORBIDS = re.compile(
    r"\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|cannot|avoid|jangan(?:lah)?|hindari"
    r"|dilarang|nunca|jamais|niemals|nie)\b|不要|不得|不可|請勿|请勿|切勿|禁止|避免|別(?:看|用|讀|使|查|去)|别(?:看|用|读|使|查|去)",
    re.IGNORECASE,
)
"""An order not to do something."""

BREAK = re.compile(r"[,，、:：;；]|\b(?:then|maka)\b|(?<=[\u3400-\u9fff])(?:時|时|的話|的话)[，,]?")
"""Where a condition may end."""

ALTERNATIVES = re.compile(
    r"\s*(?:[,，、/;；]\s*(?:(?:and|or|atau|dan|oder|und|ou|et|o|y|e)\b)?|\b(?:and|or|atau|dan|oder|und|ou|et)\b"
    r"|或者|或是|或|以及|及|または)\s*",
    re.IGNORECASE,
)
"""What stands between topics any of which will do."""

TRIMMED = re.compile(
    r"^(?:\s|the\b|our\b|any\b|an?\b|of\b|是|的)+|(?:\s|[\"'“”‘’「」『』«»]|的問題|的问题|的查詢|的查询|問題|问题|的話|的话|時|时|的|\bist|\bsind|\bgeht)+$",
    re.IGNORECASE,
)
"""What belongs to the wording around a topic."""

ANYTHING = frozenset(("anything", "everything", "any topic", "all topics", "apa pun", "apa saja", "任何", "任何事"))
