"""Wrong ``supported`` on real pages: sentences of installed documentation, each changed by one edit, on their own page.

Every edit changes what the sentence says (a number, a unit, a date, a polarity, a quantifier, a modality, a name ...),
so that none may come back ``supported``. Prints a line a language and kind (edits, supported, contradicted, partly),
then every wrong ``supported``. Exits with 1 if there is one. ``--same`` makes edits that keep the meaning instead and
prints how many of them are supported.

    python bench/edits.py [--same] [--sentences N] [--language CODE] [--show N]
"""

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.judge.languages import TABLES
from loccit.judge.page import Page, Sentence
from loccit.judge.rules import rule
from loccit.policy import ExtractPolicy
from loccit.records import Agent, Origin, ReadDocument

ORIGIN = Origin(activity="bench", version="1", agent=Agent(kind="program", name="bench"))
REFERENCE = Path("/usr/share/debian-reference")
PAGES = {
    "en": sorted(Path("/usr/share/doc/python3.11/html").glob("[lhtu]*/*.html")),
    "zh-Hant": sorted(REFERENCE.glob("ch*.zh-tw.html")),
    "zh-Hans": sorted(REFERENCE.glob("ch*.zh-cn.html")),
    "id": sorted(REFERENCE.glob("ch*.id.html")),
}
Edit = Callable[[str, random.Random], str | None]


class Swap(NamedTuple):
    """Replaces the one or the other of two expressions by its counterpart, at one place."""

    one: str
    other: str


def swapping(pairs: Sequence[Swap], *, words: bool) -> Edit:
    """Return an edit that swaps a random occurrence of any pair, in either direction."""

    def edit(sentence: str, chance: random.Random) -> str | None:
        found = []
        for pair in pairs:
            for old, new in (pair, pair[::-1]):
                pattern = rf"(?<!\w){re.escape(old)}(?!\w)" if words else re.escape(old)
                found += [(match.span(), new) for match in re.finditer(pattern, sentence)]
        if not found:
            return None
        (start, end), new = chance.choice(found)
        return sentence[:start] + new + sentence[end:]

    return edit


def replacing(*rules: tuple[str, str]) -> Edit:
    """Return an edit that applies the first of some one-way substitutions that finds something."""

    def edit(sentence: str, _: random.Random) -> str | None:
        for pattern, new in rules:
            changed = re.sub(pattern, new, sentence, count=1)
            if changed != sentence:
                return changed
        return None

    return edit


BOUND = re.compile(
    r"\b(than|least|most|up to|over|under|above|below|maxim\w+|minim\w+)\b"
    r"|\b(lebih|kurang|paling|hingga|or later|or higher)\b"
    r"|[少多小大低高][於于]|[超不]過|[超不]过|以[上下內内]|至少|至多|最[多少]|未[滿满]|不到"
)


def number(sentence: str, chance: random.Random) -> str | None:
    """Change one number that is no part of an identifier."""
    if BOUND.search(sentence):
        return None  # fewer than 10 is fewer than 11, too
    found = list(re.finditer(r"(?<![\w.,/-])\d+(?:\.\d+)*(?![\w/-]|[.,]\d)", sentence))
    if not found:
        return None
    match = chance.choice(found)
    parts = match.group().split(".")
    parts[-1] = str(int(parts[-1]) + chance.choice((1, 2, 10)))
    return sentence[: match.start()] + ".".join(parts) + sentence[match.end() :]


def other_word(sentence: str, chance: random.Random, stock: Sequence[str]) -> str | None:
    """Put another word of the page in a word's place."""
    found = [m for m in re.finditer(r"(?<![\w-])[a-z]{5,}(?![\w-])", sentence) if m.group() in stock]
    if not found or len(stock) < 2:
        return None
    match = chance.choice(found)
    others = [word for word in stock if word[:4] != match.group()[:4]]
    return sentence[: match.start()] + chance.choice(others) + sentence[match.end() :] if others else None


def swapped_names(sentence: str, chance: random.Random) -> str | None:
    """Exchange two identifiers or names."""
    found = list(re.finditer(r"(?<![\w.])[A-Za-z]{2,}(?:[._][A-Za-z]+)+(?:\(\))?|(?<=\s)[A-Z][a-z]+[A-Z]\w+", sentence))
    pairs = [
        (a, b) for a in found for b in found if a.end() < b.start() and a.group().rstrip("()") != b.group().rstrip("()")
    ]
    if not pairs:
        return None
    a, b = chance.choice(pairs)
    between = sentence[a.end() : b.start()]
    if re.fullmatch(r"[\s,]*(and|or|,|和|或|dan|atau)?[\s,]*", between):
        return None  # the order of a list says nothing
    return sentence[: a.start()] + b.group() + between + a.group() + sentence[b.end() :]


def pairs(text: str) -> list[Swap]:
    """Return the pairs of a table such as ``above/below | before/after``."""
    return [Swap(*(part.strip() for part in pair.split("/"))) for pair in text.replace("\n", " ").split("|")]


ENGLISH: dict[str, Edit] = {
    "number": number,
    "negation in": replacing(
        (r"\b(can|may|must|should|will|is|are|was|were|has been|does|do)\b (?!not\b)", r"\1 not "),
        (r"\b[Rr]eturns?\b", "does not return"),
    ),
    "negation out": replacing(
        (r"\bcannot\b", "can"),
        (r"\b(is|are|was|were|do|does|did|ca)n[’']t\b", r"\1"),
        (r"\b(can|may|must|should|will|is|are|was|were|does|do) not\b", r"\1"),
        (r"\bwithout\b", "with"),
        (r"\b[Nn]o longer\b", "still"),
        (r"\bnever\b", "always"),
        (r"\b[Nn]o (?=[a-z])", "a "),
    ),
    "antonym": swapping(
        pairs(
            """above/below | before/after | first/last | "
            "greater/less | true/false | True/False | minimum/maximum |
            input/output | reading/writing | read/write | upper/lower | left/right | positive/negative | open/closed |
            enabled/disabled | start/end | increase/decrease | same/different | mutable/immutable |
            ascending/descending |
            valid/invalid | absolute/relative | optional/required | success/failure | older/newer | lower/higher |
            faster/slower | longer/shorter | inside/outside | parent/child | client/server | local/remote | key/value |
            adds/removes | add/remove | synchronous/asynchronous | trailing/leading | available/unavailable |
            implicit/explicit |
            implicitly/explicitly | prefix/suffix | opening/closing | big/small | smaller/larger |
            subclass/superclass"""
        ),
        words=True,
    ),
    "quantifier": swapping(
        pairs("all/some | every/no | always/sometimes | only/also | most/few | both/neither | any/no | each/some"),
        words=True,
    ),
    "strengthened": replacing(
        (r"\bmay be\b", "is"),
        (r"\b(usually|often|sometimes|normally|generally)\b", "always"),
        (r"\b(should|may|can|could|might)\b(?! not)", "must"),
        (r"\b[Ss]ome\b", "all"),
        (r"\b[Ss]everal\b", "all"),
        (r"\b[Mm]ost\b", "all"),
        (r"\bat least\b", "exactly"),
        (r"\b(about|approximately)\b", "exactly"),
    ),
    "condition out": replacing(
        (r",? (if|unless|when|except|until|whenever|provided)\b[^,;()]*(?=[.;]$)", ""),
        (r"^(If|Unless|When|Whenever) [^,;()]*, (\w)", r"\2"),
    ),
    "condition turned": swapping(pairs("if/unless | If/Unless | until/after | when/before"), words=True),
    "comparison": swapping(pairs("more than/less than | greater than/less than | at least/at most"), words=True),
    "unit": swapping(
        pairs(
            """seconds/minutes | second/minute | bytes/bits | "
            "byte/bit | milliseconds/seconds | characters/bytes |
            hours/days | KB/MB | bits/digits | lines/characters | days/weeks | microseconds/nanoseconds"""
        ),
        words=True,
    ),
    "tense": replacing((r"\bis\b", "was"), (r"\bare\b", "were"), (r"\bwas\b", "is"), (r"\bwere\b", "are")),
    "connective": replacing(
        (r"\band\b(?! (later|newer|above|up|so|higher)\b)", "or"),
        (r"\bor\b(?! (later|newer|above|more|less)\b)", "and"),
    ),
    "preposition": swapping(
        pairs("from/to | with/without | into/from | by/for | before/without | over/under | between/outside"), words=True
    ),
    "names swapped": swapped_names,
}
CHINESE: dict[str, Edit] = {
    "number": number,
    "negation in": replacing((r"(可以|能|會|会|是|需要|應該|应该|支援|支持|使用)", r"不\1")),
    "negation out": replacing(
        (r"不(可以|能|會|会|是|需要|應該|应该|應|应|支援|支持|再|要)", r"\1"),
        (r"沒有|没有", "有"),
        (r"無法|无法", "可以"),
        (r"不", ""),
    ),
    "antonym": swapping(
        pairs(
            """啟用/停用 | 启用/禁用 | 之前/之後 | 之前/之后 | 輸入/輸出 | 输入/输出 | 增加/減少 | 增加/减少 |
            讀/寫 | 读/写 |
            大於/小於 | 大于/小于 | 安裝/移除 | 安装/删除 | 成功/失敗 | 成功/失败 | 舊/新 |
            旧/新 | 開啟/關閉 | 打开/关闭 |
            本地/遠端 | 本地/远程 | 第一/最後 | 最大/最小 | 多/少 | 快/慢 | 高/低 | 前/後 | 前/后 |
            客戶/伺服 | 伺服器/客戶端 |
            公開/私人 | 上/下 | 左/右 | 長/短 | 长/短 | 大/小 | 內/外 | 内/外"""
        ),
        words=False,
    ),
    "quantifier": swapping(
        pairs(
            "所有/部分 | 全部/一些 | 總是/有時 | 总是/有时 | 每個/某個 | 每个/某个 | 許多/所有 | 许多/所有 | 一些/所有"
        ),
        words=False,
    ),
    "strengthened": replacing(
        (r"可能", ""),
        (r"通常|一般", "總是"),
        (r"應該|应该|可以|建議|建议", "必須"),
        (r"大多數|大多数|大部分", "所有"),
        (r"大約|大约|約(?=\d)", "正好"),
        (r"至少", "正好"),
        (r"幾乎|几乎", ""),
    ),
    "condition out": replacing(
        (r"(如果|若|當|当|只要|除非)[^，。；（）]*，", ""),
        (r"，?除非[^，。；]*(?=。)", ""),
        (r"只有|(?<![僅仅])[僅仅](?![僅仅])|只", ""),
    ),
    "unit": swapping(
        pairs(
            "秒/分鐘 | 秒/分钟 | 位元組/位元 | 字节/比特 | KB/MB | MB/GB | 天/週 | "
            "小時/天 | 小时/天 | 個月/年 | 个月/年"
        ),
        words=False,
    ),
    "connective": swapping(pairs("和/或 | 以及/或者"), words=False),
    "preposition": swapping(pairs("從/到 | 从/到 | 根據/除了 | 根据/除了"), words=False),
    "names swapped": swapped_names,
    "subject": swapping(
        pairs(
            """使用者/管理員 | 用户/管理员 | 系統/使用者 | 系统/用户 | 檔案/目錄 | 文件/目录 |
            伺服器/網路 | 服务器/网络 |
            套件/程式 |
            软件包/程序 | 核心/套件 | 内核/软件包 | 密碼/金鑰 | 密码/密钥 |
            磁碟/記憶體 | 磁盘/内存 | 命令/檔案 | 命令/文件"""
        ),
        words=False,
    ),
}
INDONESIAN: dict[str, Edit] = {
    "number": number,
    "negation in": replacing(
        (r"\b(dapat|bisa|harus|akan|perlu|adalah|boleh|ada)\b", r"tidak \1"), (r"\bdi(\w{4,})\b", r"tidak di\1")
    ),
    "negation out": replacing(
        (r"\b[Tt]idak (\w)", r"\1"), (r"\b[Tt]anpa\b", "dengan"), (r"\bbukan\b ", ""), (r"\bbelum\b", "sudah")
    ),
    "antonym": swapping(
        pairs(
            """sebelum/setelah | aktif/nonaktif | masukan/keluaran | "
            "besar/kecil | baru/lama | pertama/terakhir |
            membuka/menutup | terbuka/tertutup | benar/salah | lebih/kurang | atas/bawah | cepat/lambat |
            panjang/pendek |
            mengaktifkan/menonaktifkan | tinggi/rendah | memasang/melepas | menambahkan/menghapus | lokal/jarak jauh |
            membaca/menulis | minimum/maksimum | klien/server | berhasil/gagal | mudah/sulit"""
        ),
        words=True,
    ),
    "quantifier": swapping(
        pairs("semua/beberapa | setiap/sebagian | selalu/kadang-kadang | hanya/juga | banyak/semua | seluruh/sebagian"),
        words=True,
    ),
    "strengthened": replacing(
        (r"\b[Mm]ungkin\b ?", ""),
        (r"\b(biasanya|umumnya|sering)\b", "selalu"),
        (r"\b(dapat|bisa|sebaiknya|boleh)\b", "harus"),
        (r"\b[Bb]eberapa\b", "semua"),
        (r"\b[Ss]ebagian besar\b", "semua"),
        (r"\bsekitar\b", "tepat"),
        (r"\bhampir\b ?", ""),
    ),
    "condition out": replacing(
        (r",? (jika|kecuali|bila|ketika|apabila|saat|sampai)\b[^,;()]*(?=\.$)", ""),
        (r"^(Jika|Bila|Ketika|Apabila|Saat) [^,;()]*, (\w)", r"\2"),
        (r"\bhanya\b ?", ""),
    ),
    "unit": swapping(
        pairs("detik/menit | menit/jam | hari/minggu | bulan/tahun | byte/bit | KB/MB | MB/GB | karakter/byte"),
        words=True,
    ),
    "connective": swapping(pairs("dan/atau"), words=True),
    "preposition": swapping(
        pairs("dari/ke | dengan/tanpa | oleh/untuk | sebelum/tanpa | di dalam/di luar"), words=True
    ),
    "names swapped": swapped_names,
    "subject": swapping(
        pairs(
            """pengguna/administrator | sistem/pengguna | berkas/direktori | paket/program | server/jaringan |
            perintah/berkas |
            kernel/paket | kata sandi/kunci | disk/memori | pengguna/paket"""
        ),
        words=True,
    ),
}
CHANGES = {"en": ENGLISH, "zh-Hant": CHINESE, "zh-Hans": CHINESE, "id": INDONESIAN}

SAME_ENGLISH: dict[str, Edit] = {
    "contraction": replacing((r"\bcannot\b", "can't"), (r"\b(is|are|was|were|does|do) not\b", r"\1n't")),
    "synonym": replacing(
        (r"\ballows\b", "permits"),
        (r"\bbegin\b", "start"),
        (r"\bquickly\b", "rapidly"),
        (r"\bmust\b", "has to"),
        (r"\bprohibited\b", "forbidden"),
        (r"\bto delete\b", "to erase"),
        (r"\blarge\b", "big"),
    ),
    "number format": replacing(
        (r"(?<![\w.,])(\d{1,3}),(\d{3})(?![\w,.])", r"\1\2"),
        (r"\btwo\b", "2"),
        (r"\bthree\b", "3"),
        (r"\bfour\b", "4"),
        (r"(?<![\w.])(\d)000000(?![\w.])", r"\1 million"),
    ),
    "unit": replacing((r"\b60 seconds\b", "1 minute"), (r"\b1024 bytes\b", "1 KiB"), (r"\bpercent\b", "%")),
    "no final stop": replacing((r"\.$", "")),
}
SAME_CHINESE: dict[str, Edit] = {
    "number format": replacing((r"三(?=個|个)", "3"), (r"兩(?=個)", "2"), (r"两(?=个)", "2"), (r"四(?=個|个)", "4")),
    "synonym": replacing(
        (r"可以", "能夠"), (r"必須", "務必"), (r"必须", "务必"), (r"使用者", "用戶"), (r"因為", "由於")
    ),
    "no final stop": replacing((r"。$", "")),
}
SAME_INDONESIAN: dict[str, Edit] = {
    "number format": replacing((r"\bdua\b", "2"), (r"\btiga\b", "3"), (r"\bempat\b", "4")),
    "synonym": replacing(
        (r"\bharus\b", "wajib"), (r"\bdapat\b", "bisa"), (r"\bjika\b", "apabila"), (r"\bsemua\b", "seluruh")
    ),
    "no final stop": replacing((r"\.$", "")),
}
SAMES = {"en": SAME_ENGLISH, "zh-Hant": SAME_CHINESE, "zh-Hans": SAME_CHINESE, "id": SAME_INDONESIAN}


class Case(NamedTuple):
    """An edited sentence on the page it was taken from."""

    kind: str
    page: Page
    sentence: str
    claim: str


def read(path: Path) -> ReadDocument:
    """Return a page as extracted."""
    markup = path.read_text(encoding="utf-8")
    source = Source(digest(markup.encode()), "text/html", markup, "utf-8", path.as_uri())
    extracted = extract(source, policy=ExtractPolicy(), origin=ORIGIN)
    if not isinstance(extracted, Extracted):
        raise SystemExit(f"{path}: not extracted")
    return extracted.document


def prose(page: Page) -> list[str]:
    """Return the page's plain sentences, as written."""
    texts = (page.document.text[s.span.start : s.span.end] for s in page.sentences if _plain(s))
    return [" ".join(text.split()) for text in texts if text.rstrip().endswith((".", "。"))]


def _stands(claim: str, standing: set[str]) -> bool:
    """Tell whether another sentence of the page says the edited one, but for a letter or two."""
    short = re.sub(r"\W", "", claim).casefold()
    return any(
        abs(len(text) - len(claim)) < 4
        and SequenceMatcher(None, short, re.sub(r"\W", "", text).casefold()).ratio() > 0.97
        for text in standing
    )


def _plain(sentence: Sentence) -> bool:
    return (
        sentence.block.kind in {"paragraph", "list_item", "definition", "description"}
        and 6 <= len(sentence.words) <= 60
    )


def cases(language: str, edits: dict[str, Edit], *, sentences: int, seed: int) -> Iterator[Case]:
    """Yield edited sentences, spread over the pages of a language."""
    chance = random.Random(seed)
    paths = list(PAGES[language])
    chance.shuffle(paths)
    left = sentences
    for path in paths:
        page = Page(read(path), allow_unknown_visibility=False, fallback_language=language.partition("-")[0])
        texts = prose(page)
        standing = set(texts)
        known = TABLES[language.partition("-")[0]].lookup
        stock = sorted({w for text in texts for w in re.findall(r"\b[a-z]{5,}\b", text) if w not in known})
        chosen = chance.sample(texts, min(len(texts), 20, left))
        left -= len(chosen)
        for text in chosen:
            for kind, edit in edits.items():
                changed = edit(text, chance)
                if changed and changed != text and not _stands(changed, standing - {text}):
                    yield Case(kind, page, text, changed)
            if edits is CHANGES[language] and language in {"en", "id"}:
                changed = other_word(text, chance, stock)
                if changed and not _stands(changed, standing - {text}):
                    yield Case("word", page, text, changed)
        if left <= 0:
            return


def main() -> int:
    """Run, print, and return 1 if an edited sentence was called supported."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--same", action="store_true")
    parser.add_argument("--sentences", type=int, default=400)
    parser.add_argument("--language", choices=list(PAGES))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=1_000)
    chosen = parser.parse_args()
    wrong: list[str] = []
    for language in [chosen.language] if chosen.language else list(PAGES):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        edits = (SAMES if chosen.same else CHANGES)[language]
        for case in cases(language, edits, sentences=chosen.sentences, seed=chosen.seed):
            ruling = rule(case.claim, case.page)
            counts[case.kind][ruling.state or "open"] += 1
            if (ruling.state == "supported") is not chosen.same:
                shown = [case.page.document.text[span.start : span.end] for span in ruling.spans]
                wrong.append(
                    f"{language} {case.kind} {ruling.state} {ruling.reasons}\n"
                    f"  was   {case.sentence}\n  claim {case.claim}\n"
                    + "".join(
                        f"  page  {' '.join(text.split())}\n"
                        for text in shown
                        if " ".join(text.split()) != case.sentence
                    )
                )
        for kind, found in counts.items():
            states = ", ".join(f"{state} {count}" for state, count in found.most_common())
            print(f"{language:8} {kind:17} {sum(found.values()):5}: {states}")
    print()
    print("\n".join(wrong[: chosen.show]))
    print(f"{'not supported' if chosen.same else 'wrongly supported'}: {len(wrong)}")
    return int(bool(wrong) and not chosen.same)


if __name__ == "__main__":
    sys.exit(main())
