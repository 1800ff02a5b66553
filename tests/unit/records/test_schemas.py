"""The program that writes the JSON Schemas."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest

from loccit.records import RECORD_TYPES, SearchTask

PROGRAM = Path(__file__).parents[3] / "tools" / "schemas.py"


@pytest.fixture(scope="module")
def program() -> ModuleType:
    spec = importlib.util.spec_from_file_location("schemas", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_kind_has_a_schema_that_is_one(program: ModuleType) -> None:
    texts = program.schemas()
    wire_forms = {"loccit/ledger-line@1", "loccit/output@1", "loccit/result-row@1", "loccit/search-task@1"}
    expected = {*RECORD_TYPES, *wire_forms}
    assert {json.loads(text)["$id"] for text in texts.values()} == expected
    for text in texts.values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))
        assert program.schemas() == texts


def test_a_record_schema_demands_its_kind(program: ModuleType) -> None:
    schema = json.loads(program.schemas()["question@1.json"])
    assert schema["properties"]["kind"] == {"const": "loccit/question@1"}
    assert schema["required"] == ["kind", "origin", "text"]
    assert schema["additionalProperties"] is False


def test_the_schema_of_a_task_takes_what_a_task_takes(program: ModuleType) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(program.schemas()["search-task@1.json"]))
    assert validator.is_valid({"queries": ["asyncio"]})
    assert validator.is_valid(SearchTask(queries=("asyncio",)).model_dump(mode="json"))
    assert not validator.is_valid({"queries": ["asyncio"], "maxResultsPerExecutedQuery": 0})
    assert not validator.is_valid({"queries": ["asyncio"], "query": "x"})


def test_the_check_names_what_differs(program: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main([], folder=tmp_path) == 0
    assert program.main(["--check"], folder=tmp_path) == 0
    assert capsys.readouterr().err == ""
    (tmp_path / "claim@1.json").write_text("{}")
    (tmp_path / "wish@1.json").write_text("{}")
    (tmp_path / "query@1.json").unlink()
    assert program.main(["--check"], folder=tmp_path) == 1
    told = capsys.readouterr().err.splitlines()
    assert [Path(line.split(" ")[0]).name for line in told] == ["claim@1.json", "query@1.json", "wish@1.json"]
    assert program.main([], folder=tmp_path) == 0
    assert program.main(["--check"], folder=tmp_path) == 0
    assert not (tmp_path / "wish@1.json").exists()


def test_other_arguments_are_refused(program: ModuleType, tmp_path: Path) -> None:
    assert program.main(["--chek"], folder=tmp_path) == 2
    assert list(tmp_path.iterdir()) == []
