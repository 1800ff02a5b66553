"""The judge that runs a local model, with a tiny one made here: it counts the words claim and text share."""

from pathlib import Path

import pytest

from loccit.errors import BadInput
from loccit.judge.pairs import plain_document
from loccit.policy import ModelPolicy
from loccit.records import Claim, Origin

WORDS = ["[PAD]", "[UNK]", "[SEP]", "tank", "holds", "litres", "coffee", "tea", "weekdays"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, library) -> ModelPolicy:
    numpy, onnx, tokenizers = (library(name, extra="test-model") for name in ("numpy", "onnx", "tokenizers"))
    folder: Path = tmp_path_factory.mktemp("model")
    vocabulary = {word: place for place, word in enumerate(WORDS)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = tokenizers.normalizers.Lowercase()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="$A", pair="$A [SEP] $B", special_tokens=[("[SEP]", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    helper, tensor = onnx.helper, onnx.TensorProto
    weights = numpy.zeros((len(WORDS), 2), dtype=numpy.float32)
    weights[WORDS.index("tank")] = [2, 0]
    weights[WORDS.index("coffee")] = [0, 2]
    nodes = [
        helper.make_node("Gather", ["weights", "input_ids"], ["rows"]),
        helper.make_node("ReduceSum", ["rows", "axes"], ["logits"], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, tensor.INT64, ["b", "t"]) for name in ("input_ids",)],
        [helper.make_tensor_value_info("logits", tensor.FLOAT, ["b", 2])],
        [onnx.numpy_helper.from_array(weights, "weights"), onnx.numpy_helper.from_array(numpy.array([1]), "axes")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "model.onnx"))
    return ModelPolicy(
        path=str(folder / "model.onnx"),
        tokenizer=str(folder / "tokenizer.json"),
        labels=("supported", "unsupported"),
        max_tokens=16,
    )


@pytest.fixture
def model_judge(library):
    """The judge's class, whose module needs the extra."""
    return library("loccit.judge.model", extra="test-model").ModelJudge


def test_it_scores_every_window_and_decides_nothing(model_judge, files: ModelPolicy, origin: Origin) -> None:
    page = plain_document(
        ["Coffee on weekdays.", *["Tea is served."] * 20, "The tank holds litres.", "Coffee, coffee."]
    )
    given = model_judge(files).judge(Claim(origin=origin, wording="It holds litres."), page)
    assert given.opinion.state is None
    assert given.opinion.reasons == ("undecided", "scored")
    assert [passage.exact for passage in given.passages] == ["The tank holds litres."]
    assert page.holds(given.passages[0])
    assert given.opinion.confidence is not None
    assert given.opinion.judge.kind == "model"


def test_scores_are_probabilities(model_judge, files: ModelPolicy) -> None:
    assert model_judge(files).scores("holds", ["tank", "tea", "coffee"]) == [880_797, 500_000, 119_203]


def test_an_empty_page_has_no_score(model_judge, files: ModelPolicy, origin: Origin) -> None:
    given = model_judge(files).judge(Claim(origin=origin, wording="It holds litres."), plain_document(""))
    assert (given.opinion.confidence, given.opinion.reasons) == (None, ("undecided", "nothing_to_read"))


@pytest.mark.parametrize("change", [{"path": "/nowhere"}, {"tokenizer": "/nowhere"}, {"labels": ("a", "b")}])
def test_files_that_are_none_are_refused(change: dict[str, object], model_judge, files: ModelPolicy) -> None:
    with pytest.raises(BadInput, match=r"judge\.model"):
        model_judge(files.model_copy(update=change))


def test_other_files_are_refused(model_judge, files: ModelPolicy) -> None:
    with pytest.raises(BadInput, match="expected an ONNX model"):
        model_judge(files.model_copy(update={"path": files.tokenizer}))


def test_labels_must_be_as_many_as_outputs(model_judge, files: ModelPolicy) -> None:
    with pytest.raises(BadInput, match="as many as the model has outputs, 2"):
        model_judge(files.model_copy(update={"labels": ("supported", "b", "c")})).scores("holds", ["tank"])
