"""Checking finished answers from the command line: sources from everywhere, reports, gates and bundles."""

import json

import pytest

import loccit as library

A, B = "https://a.example/tower", "https://b.example/towers/history.html"
ANSWER = f"""# Towers

The tower is 330 m tall.[1] It was built in 1889.[2] It hums at night.[1] Entry is free.[1]

[1]: {A}
[2]: {B}
"""
PAGES = {
    A: "The tower is 330 m tall. It stands in Paris, and many people see it on each day of a year. Entry is not free.",
    B: "<title>History</title><main><h1>The tower</h1><p>The tower was built in 1889 by 300 workers, who needed only "
    "two years, two months and five days for all of it.</p></main>",
}
STATES = ["supported", "undecided", "unsupported", "contradicted"]


@pytest.fixture(scope="module")
def given(home):
    (home / "answer.md").write_text(ANSWER)
    (home / "a.txt").write_text(PAGES[A])
    (home / "b.html").write_text(PAGES[B])
    (home / "sources.json").write_text(json.dumps({A: "a.txt", B: PAGES[B]}))
    rows = [{"url": A, "text": PAGES[A]}, {"id": B, "file": "b.html"}]
    (home / "sources.jsonl").write_text("\n".join(map(json.dumps, rows)))
    for name, text in (("a.example/tower", PAGES[A]), ("b.example/towers/history.html", PAGES[B])):
        path = home / "hosts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (home / "loose/towers").mkdir(parents=True)
    (home / "loose/tower.txt").write_text(PAGES[A])
    (home / "loose/towers/history.html").write_text(PAGES[B])
    return home


def states(report):
    return [one["state"] or one["reasons"][0] for one in report["sentences"]]


@pytest.mark.parametrize(
    "sources",
    [
        [f"{A}=a.txt", f"{B}=b.html"],
        ["sources.json"],
        ["sources.jsonl"],
        ["hosts"],
        ["loose"],
        ["https://a.example/=hosts/a.example", f"{B}=b.html"],
    ],
    ids=["files", "json", "jsonl", "hosts", "loose", "folder"],
)
def test_sources_may_be_given_in_many_ways(loccit, given, sources):
    options = [part for one in sources for part in ("--sources", one)]
    done = loccit("check", "answer.md", *options, "--json", "--quiet")
    assert done.code == 4, done.err
    assert states(done.json)[0::2] == STATES[0::2]
    assert {one["outcome"] for one in done.json["sources"]} == {"ok"}


def test_library_and_command_line_say_the_same(loccit, given, tmp_path):
    done = loccit("check", "answer.md", "--sources", "sources.json", "--json", "--quiet")
    audit = library.check(ANSWER, sources={A: PAGES[A], B: PAGES[B].encode()}, workspace=tmp_path / "workspace")
    assert [one.state for one in audit.sentences] == [one["state"] for one in done.json["sentences"]]
    summary = done.json["summary"]
    assert (summary["citation_recall"], summary["citation_precision"]) == (
        round(audit.summary.citation_recall, 6),
        round(audit.summary.citation_precision, 6),
    )
    exact = [[p["exact"] for c in one["citations"] for p in c["passages"]] for one in done.json["sentences"]]
    assert exact == [[p.exact for pair in one.pairs for p in pair.passages] for one in audit.sentences]


def test_every_claim_carried_is_exit_code_0(loccit, given):
    answer = f"The tower is 330 m tall.[1]\n\n[1]: {A}\n"
    done = loccit("check", "-", "--sources", f"{A}=a.txt", "--quiet", stdin=answer)
    assert done.code == 0, done.out
    assert "recall 1.00, precision 1.00" in done.out


def test_the_store_is_asked_before_anybody_else(loccit, given, tmp_path):
    workspace = str(tmp_path / "workspace")
    answer = f"The tower is 330 m tall.[1]\n\n[1]: {A}\n"
    first = loccit("check", "-", "--sources", f"{A}=a.txt", "--workspace", workspace, "--json", stdin=answer)
    second = loccit("check", "-", "--workspace", workspace, "--json", stdin=answer)
    assert (first.code, second.code) == (0, 0)
    assert second.json["sources"][0]["retrieval"] == first.json["sources"][0]["retrieval"]


def test_a_server_is_contacted_through_the_guard_only(loccit, server, tmp_path):
    answer = f"The tower is 330 m tall.[1]\n\n[1]: {server.url('/tower')}\n"
    done = loccit("check", "-", "--json", "--quiet", "--workspace", str(tmp_path / "w"), stdin=answer)
    assert done.code == 4
    assert states(done.json) == ["unavailable"]
    assert done.json["sources"][0]["outcome"] in {"refused_address", "refused_port"}
    assert server.requests == []


@pytest.mark.parametrize("form", ["html", "json", "junit", "md", "sarif"])
def test_reports(loccit, given, form):
    done = loccit(
        "check", "answer.md", "--sources", "sources.json", "--report", form, "--output", f"report.{form}", "--quiet"
    )
    assert done.code == 4
    written = (given / f"report.{form}").read_text(encoding="utf-8")
    assert "hums at night" in written
    shown = loccit("check", "answer.md", "--sources", "sources.json", "--report", form, "--quiet")
    assert len(shown.out) > 200


def test_a_baseline_lets_known_problems_pass_and_new_ones_not(loccit, given):
    options = ["--sources", "sources.json", "--quiet"]
    made = loccit("check", "answer.md", *options, "--write-baseline", "known.json")
    assert made.code == 0
    assert loccit("check", "answer.md", *options, "--baseline", "known.json").code == 0
    (given / "more.md").write_text(ANSWER.replace("It hums at night.[1]", "It hums at night.[1] It flies."))
    (given / "longer").mkdir(exist_ok=True)
    (given / "longer" / "answer.md").write_text(ANSWER.replace("# Towers", "# Towers\n\nIt flies to the moon."))
    again = loccit("check", "answer.md", *options, "--baseline", str(given / "known.json"), cwd=given / "longer")
    assert again.code == 2  # sources.json is not there
    options[1] = str(given / "sources.json")
    again = loccit(
        "check", "answer.md", *options, "--baseline", str(given / "known.json"), "--json", cwd=given / "longer"
    )
    assert again.code == 4
    assert again.json["gate"]["failing"] == 1
    assert again.json["gate"]["known"] >= 2


def test_kinds_of_problems_may_be_allowed(loccit, given):
    answer = f"The tower is 330 m tall.[1] It hums.\n\n[1]: {A}\n"
    options = ["--sources", f"{A}=a.txt", "--quiet"]
    assert loccit("check", "-", *options, stdin=answer).code == 4
    assert loccit("check", "-", *options, "--allow", "uncited", stdin=answer).code == 0


def test_patterns_reach_into_folders(loccit, given):
    for name in ("docs/one.md", "docs/deep/two.md"):
        (given / name).parent.mkdir(parents=True, exist_ok=True)
        (given / name).write_text(f"The tower is 330 m tall.[1]\n\n[1]: {A}\n")
    done = loccit("check", "docs/**/*.md", "--sources", f"{A}=a.txt", "--json", "--quiet")
    assert done.code == 0
    assert [one["name"] for one in done.json["answers"]] == ["docs/deep/two.md", "docs/one.md"]
    assert done.json["summary"]["supported"] == 2


def test_a_payload_of_a_service(loccit, given):
    text = "Zürich größer 😀. The tower is 330 m tall."
    payload = {
        "candidates": [
            {
                "content": {"parts": [{"text": text}], "role": "model"},
                "groundingMetadata": {
                    "groundingChunks": [{"web": {"uri": A, "title": "a.example"}}],
                    "groundingSupports": [
                        {
                            "segment": {"startIndex": 23, "endIndex": 47, "text": "The tower is 330 m tall."},
                            "groundingChunkIndices": [0],
                        }
                    ],
                },
            }
        ]
    }
    done = loccit("check", "-", "--sources", f"{A}=a.txt", "--json", "--quiet", stdin=json.dumps(payload))
    assert done.json["format"] == "gemini"
    second = done.json["sentences"][-1]
    assert (second["text"], second["start"], second["end"]) == ("The tower is 330 m tall.", 17, 41)
    assert (second["state"], second["citations"][0]["source"]) == ("supported", 0)


def test_attribution_in_what_readers_see(loccit, given):
    chunk = {"uri": A, "title": "The tower", "text": "330 m", "requires_attribution": True}
    inline = {"start_index": 0, "end_index": 24, "cited_chunk_indices": [0]}
    payload = {
        "outputs": [
            {"turn_index": 1, "text": "The tower is 330 m tall."},
            {"turn_index": 1, "citations": {"cited_chunks": [chunk], "inline_citations": [inline]}},
        ]
    }
    (given / "shown.txt").write_text("The tower is 330 m tall.")
    (given / "shown.html").write_text(f'<p>The tower is 330 m tall. <a href="{A}">The tower</a></p>')
    options = ["check", "-", "--sources", f"{A}=a.txt", "--json", "--quiet", "--rendered"]
    bare = loccit(*options, "shown.txt", stdin=json.dumps(payload))
    linked = loccit(*options, "shown.html", stdin=json.dumps(payload))
    assert (bare.code, bare.json["attribution"][0]["result"]) == (4, "failed")
    assert [one["code"] for one in bare.json["problems"]] == ["attribution_not_met"]
    assert (linked.code, linked.json["attribution"][0]["result"]) == (0, "passed")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["check", "nowhere.md"], "nowhere.md: expected a file"),
        (["check", "nowhere/*.md"], "ANSWER: expected a pattern that some file fits"),
        (["check", "answer.md", "--sources", "nowhere.txt"], "--sources: expected a file, a folder, or URL=FILE"),
        (["check", "answer.md", "--format", "nothing"], "format: expected one of"),
        (["check", "answer.md", "--allow", "everything"], "--allow: expected one of contradicted"),
        (["check", "answer.md", "--output", "x.html"], "--output: expected --report"),
        (["check", "answer.md", "--report", "html", "--json"], "--report: expected --output beside --json"),
        (["check", "answer.md", "--baseline", "a.txt"], "a.txt: expected a baseline"),
        (["export", "--format", "poem"], "--format: expected one of bundle"),
        (["export", "--format", "bundle"], "--output: expected a file"),
        (["verify", "nowhere.zip"], "nowhere.zip: expected a file"),
    ],
)
def test_bad_input_is_told_in_one_sentence(loccit, given, arguments, told):
    done = loccit(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(f"loccit: {told}")
    assert done.err.count("\n") == 1


def test_a_bundle_is_verified_far_from_its_workspace(loccit, given, tmp_path):
    workspace = str(tmp_path / "workspace")
    options = ["--workspace", workspace, "--quiet"]
    assert loccit("check", "answer.md", "--sources", "sources.json", *options).code == 4
    assert loccit("export", "--format", "bundle", "--output", str(tmp_path / "b.zip"), *options).code == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = loccit("verify", str(tmp_path / "b.zip"), "--json", cwd=elsewhere)
    assert (done.code, done.json["verified"]) == (0, True)
    assert list(elsewhere.iterdir()) == []
    changed = bytearray((tmp_path / "b.zip").read_bytes())
    changed[len(changed) // 2] ^= 1
    (tmp_path / "changed.zip").write_bytes(changed)
    broken = loccit("verify", str(tmp_path / "changed.zip"))
    assert broken.code == 4
    assert broken.err.startswith(f"loccit: {tmp_path / 'changed.zip'}: check 1, container: ")


def test_the_bundle_of_a_run(loccit, tmp_path):
    workspace = str(tmp_path / "workspace")
    assert loccit("demo", "--workspace", workspace, "--quiet").code == 0
    bundle = str(tmp_path / "demo.zip")
    assert loccit("export", "--format", "bundle", "--output", bundle, "--workspace", workspace).code == 0
    done = loccit("verify", bundle, "--json")
    assert done.json["verified"] is True
    assert done.json["records"]["loccit/handoff@1"] == 1
    assert done.json["records"]["loccit/release@1"] == 1
    assert done.json["records"]["loccit/assessment@1"] >= 4


def test_long_sentences_without_spaces_are_shown_whole(loccit, given):
    said = "托盤在使用之前必須由兩個人一起檢查並且確認它在所有方向上都保持水平而且沒有任何裂縫。"
    (given / "zh.md").write_text(f"{said}[1]\n\n[1]: {A}\n", encoding="utf-8")
    done = loccit("check", "zh.md", "--sources", f"{A}=a.txt")
    table = done.out.partition("error:")[0]
    assert "…" not in table
    shown = "".join(line[:40].strip() for line in table.splitlines() if not line.startswith(" ──"))
    assert set(said) <= set(shown)


@pytest.mark.parametrize("text", ['{"candidates": [', '[{"type": "ai"', '{"text": "It is so."} and more'])
def test_json_that_was_cut_is_no_prose(loccit, given, text):
    (given / "cut.json").write_text(text)
    done = loccit("check", "cut.json")
    assert done.code == 2
    assert done.err.startswith("loccit: cut.json: answer: expected JSON, as it begins (")
