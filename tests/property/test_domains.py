"""Whatever the hosts: a domain covers itself and what is below it, and nothing that only looks like it."""

from hypothesis import given
from hypothesis import strategies as st

from loccit.domains import DomainRules, read_domain
from loccit.policy import DomainPolicy
from loccit.urls import parse

labels = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=8)
names = st.builds(lambda head, rest: ".".join([*head, rest]), st.lists(labels, min_size=1, max_size=4), st.just("test"))


def covers(entry: str, host: str) -> bool:
    url = parse(f"https://{host}/path?query#part")
    assert url is not None
    return read_domain(entry, field="entry").covers(url)


@given(names, labels)
def test_a_domain_covers_itself_and_what_is_below_it(name, label):
    assert covers(name, name)
    assert covers(name, f"{label}.{name}")
    assert covers(name.upper() + ".", f"{name}.")


@given(names, labels)
def test_it_covers_nothing_that_only_looks_like_it(name, label):
    assert not covers(name, f"{label}{name}")
    assert not covers(name, f"{label}-{name}")
    assert not covers(name, f"{name}.{label}.example")


@given(st.lists(names, max_size=8), names)
def test_the_rules_agree_with_their_entries_one_by_one(entries, host):
    found = DomainRules(DomainPolicy(excluded=tuple(entries))).excluded_by(f"https://{host}/")
    assert (found is not None) == any(covers(entry, host) for entry in entries)
    assert found is None or covers(found.text, host)
