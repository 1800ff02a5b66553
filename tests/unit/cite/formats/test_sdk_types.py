"""What we write and read, against the types of the vendors' own libraries, where these are installed.

Each payload goes through the library and back: what we write must be valid there, and what the library dumps must be
read as the same citations.
"""

import json

import pytest

from loccit.cite.answer import anchor
from loccit.cite.formats import (
    anthropic,
    ces_session,
    check_grounding,
    cohere,
    gemini,
    gemini_interactions,
    langchain,
    llamaindex,
    mistral,
    openai_chat,
    openai_responses,
    pydantic_ai,
)
from loccit.records import Answer, AnswerSource, SourcePlace
from loccit.text.offsets import Span

TEXT = "Zürich größer 😀. Spain won the cup."

# The libraries themselves warn on import and in their own models.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def sdk(library):
    """Return a vendor's module by name."""
    return lambda name: library(name, extra="test-sdks")


@pytest.fixture
def answer(origin):
    source = AnswerSource(url="https://s.example/", title="Cups", text="Spain won in 2010.", requires_attribution=False)
    return Answer(origin=origin, text=TEXT, anchors=(anchor(TEXT, Span(17, 35), sources=[0]),), sources=(source,))


def claims(read):
    return [(one.start, one.end, one.slice, one.sources) for one in read.answer.anchors if one.kind == "claim"]


EXPECTED = [(17, 35, "Spain won the cup.", (0,))]


def test_openai_responses(answer, origin, sdk):
    types = sdk("openai.types.responses")
    item = openai_responses.write(answer)["output"][0]
    message = types.ResponseOutputMessage.model_validate(item)
    assert message.content[0].annotations[0].start_index == 17
    assert claims(openai_responses.read({"output": [message.model_dump()]}, origin=origin)) == EXPECTED


def test_openai_chat(answer, origin, sdk):
    types = sdk("openai.types.chat")
    message = types.ChatCompletionMessage.model_validate(openai_chat.write(answer)["choices"][0]["message"])
    assert message.annotations[0].url_citation.end_index == 35
    dumped = {"choices": [{"message": message.model_dump()}]}
    assert openai_chat.looks_like(dumped)
    assert claims(openai_chat.read(dumped, origin=origin)) == EXPECTED


@pytest.mark.parametrize(
    ("url", "place", "kind"),
    [
        ("https://s.example/", None, "CitationsWebSearchResultLocation"),
        ("https://s.example/", SourcePlace(unit="blocks", start=0, end=1), "CitationsSearchResultLocation"),
        ("document:0", SourcePlace(unit="characters", start=3, end=9), "CitationCharLocation"),
        ("document:0", SourcePlace(unit="pages", start=1, end=2), "CitationPageLocation"),
        ("document:0", SourcePlace(unit="blocks", start=1, end=2), "CitationContentBlockLocation"),
    ],
)
def test_anthropic(answer, origin, url, place, kind, sdk):
    types = sdk("anthropic.types")
    cited = answer.replacing(sources=(answer.sources[0].model_copy(update={"url": url, "place": place}),))
    blocks = [types.TextBlock.model_validate({"citations": None, **one}) for one in anthropic.write(cited)["content"]]
    assert [type(one).__name__ for one in blocks[1].citations] == [kind]
    dumped = {"type": "message", "role": "assistant", "content": [block.model_dump() for block in blocks]}
    reading = anthropic.read(dumped, origin=origin)
    assert claims(reading) == EXPECTED
    assert reading.answer.sources == cited.sources


def test_anthropic_search_results(delivery, sdk):
    types = sdk("anthropic.types")
    adapter = sdk("pydantic").TypeAdapter(types.SearchResultBlockParam)
    blocks = anthropic.search_results(delivery("The tray stands level.").handoff)
    assert [adapter.validate_python(block)["source"] for block in blocks] == ["https://maker.example/0"]


def test_gemini(answer, origin, sdk):
    types = sdk("google.genai.types")
    response = types.GenerateContentResponse.model_validate(gemini.write(answer))
    segment = response.candidates[0].grounding_metadata.grounding_supports[0].segment
    assert TEXT.encode()[segment.start_index : segment.end_index].decode() == "Spain won the cup."
    for dumped in (response.model_dump(mode="json"), json.loads(response.model_dump_json(by_alias=True))):
        assert gemini.looks_like(dumped)
        assert claims(gemini.read(dumped, origin=origin)) == EXPECTED


def test_gemini_interactions(answer, origin, sdk):
    types = sdk("google.genai._gaos.types.interactions")
    block = gemini_interactions.write(answer)["steps"][0]["content"][0]
    content = types.TextContent.model_validate(block)
    assert content.annotations[0].start_index == 23
    dumped = {"steps": [{"type": "model_output", "content": [content.model_dump()]}]}
    assert claims(gemini_interactions.read(dumped, origin=origin)) == EXPECTED


def test_ces_session_without_inline_citations(answer, origin, sdk):
    types = sdk("google.cloud.ces_v1.types")
    outputs = [
        types.SessionOutput.from_json(json.dumps(one), ignore_unknown_fields=True)
        for one in ces_session.write(answer)["outputs"]
    ]
    dumped = {"outputs": [json.loads(types.SessionOutput.to_json(one)) for one in outputs]}
    assert ces_session.looks_like(dumped)
    reading = ces_session.read(dumped, origin=origin)
    assert (reading.answer.text, reading.answer.sources) == (TEXT, answer.sources)


def test_check_grounding(answer, origin, sdk):
    types = sdk("google.cloud.discoveryengine_v1.types")
    written = check_grounding.write(answer)
    response = types.CheckGroundingResponse.from_json(json.dumps(written["response"]))
    assert response.claims[0].start_pos == 23
    for snake in (True, False):
        dumped = json.loads(types.CheckGroundingResponse.to_json(response, preserving_proto_field_name=snake))
        assert check_grounding.looks_like(dumped)
        whole = {"request": written["request"], "response": dumped}
        assert claims(check_grounding.read(whole, origin=origin)) == EXPECTED


def test_cohere(answer, origin, sdk):
    types = sdk("cohere.types")
    written = cohere.write(answer)
    message = types.AssistantMessageResponse.model_validate(written["message"])
    assert message.citations[0].sources[0].document["text"] == "Spain won in 2010."
    dumped = {"finish_reason": "COMPLETE", "message": json.loads(message.json())}
    assert cohere.looks_like(dumped)
    assert claims(cohere.read(dumped, origin=origin)) == EXPECTED


def test_mistral(answer, origin, sdk):
    models = sdk("mistralai.client.models")
    entry = models.MessageOutputEntry.model_validate(mistral.write(answer)["outputs"][0])
    assert [type(one).__name__ for one in entry.content] == ["TextChunk", "ToolReferenceChunk"]
    dumped = {"outputs": [entry.model_dump(mode="json")]}
    assert mistral.looks_like(dumped)
    assert claims(mistral.read(dumped, origin=origin)) == EXPECTED


def test_langchain(answer, origin, sdk):
    messages = sdk("langchain_core.messages")
    load = sdk("langchain_core.load")
    message = messages.AIMessage(content=langchain.write(answer)["content"])
    assert message.content_blocks[0]["annotations"][0]["end_index"] == 35
    for dumped in (message.model_dump(), messages.message_to_dict(message), load.dumpd(message)):
        assert langchain.looks_like(dumped)
        assert claims(langchain.read(dumped, origin=origin)) == EXPECTED


def test_llamaindex(answer, origin, sdk):
    schema = sdk("llama_index.core.schema")
    written = llamaindex.write(answer)
    texts = [schema.TextNode.model_validate(one["node"]) for one in written["source_nodes"]]
    nodes = [schema.NodeWithScore(node=one, score=0.5) for one in texts]
    assert nodes[0].node.metadata["url"] == "https://s.example/"
    dumped = {"response": written["response"], "source_nodes": [node.model_dump() for node in nodes]}
    assert claims(llamaindex.read(dumped, origin=origin)) == EXPECTED


def test_pydantic_ai(answer, origin, sdk):
    messages = sdk("pydantic_ai.messages")
    if not hasattr(messages, "ContentCitationAnchor"):
        pytest.skip("this pydantic-ai has no citations")
    adapter = messages.ModelMessagesTypeAdapter
    read = adapter.validate_python([{**pydantic_ai.write(answer), "model_name": "m"}])
    assert read[0].parts[0].citations[0].anchor.start == 17
    dumped = json.loads(adapter.dump_json(read))
    assert pydantic_ai.looks_like(dumped)
    assert claims(pydantic_ai.read(dumped, origin=origin)) == EXPECTED
