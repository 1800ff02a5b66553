"""``loccit eval``: figures, the page for a browser, and what can't be read."""

import json

ROWS = [
    {"claim": "The lid is red.", "evidence": "The lid is red.", "state": "supported", "language": "en"},
    {"claim": "The lid is red.", "evidence": ["The lid is not red.", "It is new."], "state": "contradicted"},
    {"claim": "Tangki itu memuat 20 liter.", "evidence": "Tangki itu memuat 25 liter.", "state": "supported"},
]


def test_figures_as_json_as_tables_and_as_a_page(loccit, tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    figures = loccit("eval", str(file), "--json").json
    assert figures["cases"] == 3
    assert figures["states"]["supported"]["precision"]["right"] == 1
    assert figures["states"]["contradicted"]["precision"] == {
        "right": 1,
        "of": 2,
        "value": 500_000,
        "interval": figures["states"]["contradicted"]["precision"]["interval"],
        "too_few": True,
    }
    assert list(figures["parts"]) == ["language en"]
    assert "1 of 2 (0.500)" in loccit("eval", str(file)).out
    page = loccit("eval", str(file), "--html").out
    assert page.startswith("<!DOCTYPE html>")
    assert "Wrongly called supported or contradicted: 1" in page
    assert "unit: conflict: “20 liter” beside “25 liter”" in page


def test_settings_of_judges(loccit, tmp_path):
    file, settings = tmp_path / "claims.jsonl", tmp_path / "settings.json"
    file.write_text(json.dumps(ROWS[0]) + "\n")
    for stated, word in (
        ('{"model": {"path": 5}}', "model.path"),
        ('{"model": {"paths": "x"}}', "expected one of path, tokenizer, labels"),
        ('{"model": {"path": "none.onnx", "tokenizer": "none.json"}}', "none.onnx"),
        ('{"modell": {}}', "expected one of profile, judges"),
        ("[]", "expected a JSON object"),
        ("{", "expected JSON"),
    ):
        settings.write_text(stated)
        for command in (("eval", str(file)), ("judge", "--jsonl", str(file))):
            done = loccit(*command, "--judge", "model", "--judge-settings", str(settings))
            assert (done.code, done.out) == (2, ""), stated
            assert word in done.err
            assert done.err.count("\n") == 1
    settings.write_text('{"judges": ["rules"]}')
    assert loccit("judge", "--jsonl", str(file), "--judge-settings", str(settings)).json["state"] == "supported"


def test_bad_input_is_one_sentence(loccit, tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text(json.dumps(ROWS[0] | {"state": "true"}) + "\n")
    for arguments, word in (
        ((str(file),), "line 1, state"),
        ((str(file), "--html", "--json"), "--html"),
        ((str(tmp_path / "none.jsonl"),), "none.jsonl"),
    ):
        done = loccit("eval", *arguments)
        assert (done.code, done.out) == (2, "")
        assert word in done.err
