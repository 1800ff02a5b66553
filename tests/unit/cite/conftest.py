"""A handoff with one or more supported claims, and what a store would return for its sources."""

from dataclasses import dataclass

import pytest

from loccit.cite.citation import CitedPassage
from loccit.deliver.chain import Chain
from loccit.deliver.handoff import build
from loccit.policy import DeliverPolicy
from loccit.records import AnswerSource, Handoff


@dataclass(frozen=True)
class Delivery:
    """A handoff and the chains its sources lead to."""

    handoff: Handoff
    chains: tuple[Chain, ...]

    def read(self, source: AnswerSource) -> CitedPassage | None:
        for chain in self.chains:
            for passage in chain.passages:
                if passage.id == source.passage and chain.document is not None:
                    return CitedPassage(passage, chain.document, chain.retrieval)
        return None


@pytest.fixture
def delivery(desk, clock):
    """Make the delivery of claims, each stated by its own page unless a page is given."""

    def _delivery(*claims, question="How should the tray stand?", state="supported"):
        dossiers = []
        for number, given in enumerate(claims):
            wording, text = given if isinstance(given, tuple) else (given, given)
            claim = desk.claim(wording)
            piece = desk.piece(claim, desk.document(text), text, url=f"https://maker.example/{number}", state=state)
            dossiers.append(desk.dossier(claim, [piece], state=state))
        handoff = build(desk.question(question), dossiers, policy=DeliverPolicy(), clock=clock)
        return Delivery(handoff, tuple(one.chain for dossier in dossiers for one in dossier.exhibits))

    return _delivery
