"""From the source of an HTML page to its canonical text and layout."""

from dataclasses import dataclass

from turbohtml import Document as Tree
from turbohtml import Text as TextNode
from turbohtml import parse

from loccit.extract import body
from loccit.extract.drafts import Draft
from loccit.extract.inline import clean_controls, has_controls
from loccit.extract.source_spans import SourceSpans
from loccit.extract.visibility import Visibility
from loccit.extract.walk import walk
from loccit.policy import ExtractPolicy
from loccit.records.extract import Block, HiddenText, Layout
from loccit.text.offsets import Span
from loccit.text.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """What was read from a page, before it becomes a record.

    Attributes:
        tree: the parsed page; dates and titles it declares are read from it.
        partial: style sheets the page links to were not read.
    """

    text: str
    layout: Layout
    tree: Tree
    title_displayed: str | None
    title_declared: str | None
    partial: bool


def read_html(markup: str, policy: ExtractPolicy) -> HtmlPage:
    """Return what a person sees on the page.

    Args:
        markup: the decoded source; line ends are normalised here, as the HTML standard says (section 13.2.3.5),
            and source spans count code points of the normalised source.
        policy: limits.

    Raises:
        TooDeep: if elements nest deeper than the policy allows.
    """
    if "\r" in markup:
        markup = markup.replace("\r\n", "\n").replace("\r", "\n")
    tree = parse(markup, source_locations=True, scripting=True)
    if has_controls(markup):
        for node in tree.descendants:
            if type(node) is TextNode:
                node.data = clean_controls(node.data)
    return read_tree(tree, policy, source_length=len(markup))


def read_tree(tree: Tree, policy: ExtractPolicy, *, source_length: int) -> HtmlPage:
    """Return what a person sees of a parsed page.

    Args:
        tree: parsed with source locations, scripts on.
        policy: limits.
        source_length: code points of the source.

    Raises:
        TooDeep: if elements nest deeper than the policy allows.
    """
    root = tree.root
    if root is None:
        return HtmlPage("", Layout((), (), ()), tree, None, None, partial=False)
    visibility = Visibility(root)
    reading = walk(root, visibility, max_depth=policy.max_depth)
    spans = SourceSpans(source_length)
    text, blocks = _place(reading.drafts, spans)
    hidden = tuple(
        [
            HiddenText(part.text, part.reason, spans.of(part.element), part.revealable, part.base)
            for part in reading.hidden
        ]
    )
    title = tree.select_one("head > title") or tree.select_one("title")
    declared = " ".join(title.text.split()) if title is not None else ""
    return HtmlPage(
        text=text,
        layout=Layout(blocks, sentences_of(text, blocks), hidden),
        tree=tree,
        title_displayed=displayed_title(text, blocks),
        title_declared=declared or None,
        partial=visibility.partial,
    )


def _place(drafts: list[Draft], spans: SourceSpans) -> tuple[str, tuple[Block, ...]]:
    scores = body.scores(drafts)
    blocks: list[Block] = []
    start = 0
    for draft, score in zip(drafts, scores, strict=True):
        end = start + len(draft.text)
        scope = draft.scope
        blocks.append(
            Block(
                start=start,
                end=end,
                kind=draft.kind,
                landmark=scope.landmark,
                body=score.body,
                body_score=score.millionths,
                heading_path=draft.heading_path,
                section_id=draft.anchor.name or None,
                language=scope.language,
                source=spans.of(scope.element),
                visibility="unknown" if scope.look.unknown else "shown",
                flags=draft.flags,
            )
        )
        start = end + 1
    return "\n".join([draft.text for draft in drafts]), tuple(blocks)


def sentences_of(text: str, blocks: tuple[Block, ...]) -> tuple[Span, ...]:
    """Return the sentences of a text, block by block."""
    spans: list[Span] = []
    for block in blocks:
        spans.extend(sentence_spans(text, block.start, block.end, block.language))
    return tuple(spans)


def displayed_title(text: str, blocks: tuple[Block, ...]) -> str | None:
    """Return the first top-level heading of the body text, or the first heading in it."""
    headings = [block for block in blocks if block.kind == "heading" and block.landmark not in body.NEVER_BODY]
    top = next((block for block in headings if not block.heading_path and block.body), None)
    chosen = top or next(iter(headings), None)
    return " ".join(text[chosen.start : chosen.end].split()) if chosen is not None else None
