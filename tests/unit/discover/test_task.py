import pytest

from loccit.discover.task import compile_task, read_task
from loccit.errors import BadInput
from loccit.records import SearchTask

ENGINES = ("bing", "local")


def test_the_stored_preset_of_the_guide_is_valid():
    task = read_task(
        {
            "queries": ["market research report", "industry statistics source", "research study"],
            "engines": ["bing"],
            "maxResultsPerExecutedQuery": 20,
            "country": "US",
            "language": "en",
            "safeSearch": True,
            "includeSponsoredResults": False,
        },
        engines=ENGINES,
    )
    plan = compile_task(task, rows_per_page=10)
    assert (plan.queries_requested, len(plan.queries), len(plan.executions)) == (3, 3, 3)


def test_the_trial_input_of_the_guide_is_valid():
    given = {
        "queries": ["Python asyncio documentation"],
        "engines": ["bing"],
        "maxResultsPerExecutedQuery": 2,
        "country": "US",
        "language": "en",
        "safeSearch": True,
        "includeSponsoredResults": False,
    }
    assert read_task(given, engines=ENGINES) == SearchTask(
        queries=("Python asyncio documentation",), engines=("bing",), maxResultsPerExecutedQuery=2
    )


def test_defaults_are_those_of_the_preset():
    task = read_task({"queries": ["tray"]}, engines=ENGINES)
    assert task.model_dump() == {
        "queries": ("tray",),
        "engines": ("local",),
        "maxResultsPerExecutedQuery": 20,
        "country": "US",
        "language": "en",
        "safeSearch": True,
        "includeSponsoredResults": False,
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"queries": []}, "queries"),
        ({"queries": "tray"}, "queries"),
        ({"queries": None}, "queries"),
        ({"queries": ["tray", " \t"]}, r"queries\[1\]"),
        ({"queries": ["tray", 5]}, r"queries\[1\]"),
        ({"engines": []}, "engines"),
        ({"engines": ["local", "altavista"]}, "engines"),
        ({"engines": [None]}, r"engines\[0\]"),
        ({"maxResultsPerExecutedQuery": 0}, "maxResultsPerExecutedQuery"),
        ({"maxResultsPerExecutedQuery": -1}, "maxResultsPerExecutedQuery"),
        ({"maxResultsPerExecutedQuery": "5"}, "maxResultsPerExecutedQuery"),
        ({"maxResultsPerExecutedQuery": 2.0}, "maxResultsPerExecutedQuery"),
        ({"maxResultsPerExecutedQuery": True}, "maxResultsPerExecutedQuery"),
        ({"country": ""}, "country"),
        ({"country": "ZZZ"}, "country"),
        ({"country": "台灣"}, "country"),
        ({"country": 5}, "country"),
        ({"language": "english please"}, "language"),
        ({"language": "e"}, "language"),
        ({"language": "en-"}, "language"),
        ({"language": 3}, "language"),
        ({"safeSearch": "yes"}, "safeSearch"),
        ({"safeSearch": 1}, "safeSearch"),
        ({"includeSponsoredResults": None}, "includeSponsoredResults"),
        ({"maxResults": 3}, "maxResults"),
    ],
)
def test_bad_input_names_the_field(change, field):
    with pytest.raises(BadInput, match=f"^{field}: expected"):
        read_task({"queries": ["tray"], **change}, engines=ENGINES)


@pytest.mark.parametrize("language", ["en", "zh-Hant-TW", "zh_CN", "id", "fil", "pt-BR", "de-CH-1901"])
def test_well_formed_language_tags_are_taken(language):
    assert read_task({"queries": ["tray"], "language": language, "country": "tw"}, engines=ENGINES).language == language


def test_a_task_without_queries_is_refused():
    with pytest.raises(BadInput, match=r"^queries: expected a list"):
        read_task({}, engines=ENGINES)


def test_engines_and_queries_are_compiled_once_and_in_order():
    task = SearchTask(queries=(" tray ", "rack", "tray", "Tray"), engines=("local", "bing", "local"))
    plan = compile_task(task, rows_per_page=10)
    assert plan.queries_requested == 4
    assert [(execution.engine, execution.query) for execution in plan.executions] == [
        ("local", "tray"),
        ("local", "rack"),
        ("local", "Tray"),
        ("bing", "tray"),
        ("bing", "rack"),
        ("bing", "Tray"),
    ]
