"""The report as JUnit XML, as CI services read it: a suite an answer, a test case a sentence."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from loccit.cite.audit import Audit, AuditedSentence
from loccit.cite.problems import Gate, Problem
from loccit.text.offsets import Span

_ALLOWED_CONTROLS = "\t\n\r"


def write(audits: Sequence[Audit], decided: Gate) -> str:
    """Return the report as XML; a sentence with a failing problem fails, one with a known or allowed one is skipped."""
    root = Element("testsuites", name="loccit check")
    for audit in audits:
        _suite(root, audit, decided)
    if not any(audit.sentences for audit in audits):
        suite = SubElement(root, "testsuite", name="loccit check", tests="1", failures="1", errors="0", skipped="0")
        _fail(SubElement(suite, "testcase", name="nothing checked", classname="loccit"), list(decided.failing))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, audit: Audit, decided: Gate) -> None:
    suite = SubElement(root, "testsuite", name=_legal(audit.name))
    failing = [one for one in decided.failing if one.file == audit.name]
    excused = [one for one in (*decided.known, *decided.allowed) if one.file == audit.name]
    rest = list(failing)
    for number, one in enumerate(audit.sentences, 1):
        case = SubElement(suite, "testcase", name=_name(number, one), classname=_legal(audit.name))
        own = [problem for problem in failing if _within(problem.span, one.sentence.span)]
        known = [problem for problem in excused if _within(problem.span, one.sentence.span)]
        rest = [problem for problem in rest if problem not in own]
        if own:
            _fail(case, own)
        elif known:
            SubElement(case, "skipped", message=_legal("; ".join(problem.detail for problem in known)))
    for problem in rest:
        _fail(SubElement(suite, "testcase", name=problem.code, classname=_legal(audit.name)), [problem])
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", "0")
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))


def _fail(case: Element, problems: list[Problem]) -> None:
    """Add the one failure a test case may have, with all its problems."""
    kinds = ", ".join(dict.fromkeys(problem.code for problem in problems))
    failure = SubElement(case, "failure", type=kinds, message=_legal(" ".join(one.detail for one in problems)))
    failure.text = _legal("\n".join(f"{one.code}: {one.text} {one.url or ''}".rstrip() for one in problems))


def _name(number: int, one: AuditedSentence) -> str:
    return _legal(f"{number}. {' '.join(one.sentence.wording.split())}")


def _within(span: Span | None, sentence: Span) -> bool:
    return span is not None and span.start < sentence.end and sentence.start < max(span.end, span.start + 1)


def _legal(text: str) -> str:
    """Return text without what XML 1.0 has no way to write (section 2.2)."""
    return "".join(
        character
        if (character >= " " or character in _ALLOWED_CONTROLS)
        and not 0xD800 <= ord(character) <= 0xDFFF
        and character not in "\ufffe\uffff"
        else "\ufffd"
        for character in text
    )
