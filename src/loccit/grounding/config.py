"""The settings of a grounding tool, and reading them from JSON or TOML."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

from pydantic import ValidationError, model_validator

from loccit.domains import DomainRules
from loccit.errors import BadInput
from loccit.grounding.context_urls import MAX_CONTEXT_URLS, read_context_urls
from loccit.ids import json_kind
from loccit.policy import DomainPolicy
from loccit.protocols import Modality
from loccit.records import Value
from loccit.records.record import Text

MAX_EXCLUDED_DOMAINS = 2_000
MAX_PREFERRED_DOMAINS = 20

_ALIASES = {"excluded_domains": "exclude_domains"}
_WRAPPERS = frozenset({"google_search_tool"})
_CAPITAL = re.compile(r"(?<=[a-z0-9])[A-Z]")


class PromptConfig(Value):
    """An operator's words to whoever writes the answers, for each modality; null for none."""

    text_prompt: Text | None = None
    voice_prompt: Text | None = None


class GroundingConfig(Value):
    """One instance of the tool.

    Attributes:
        name: by which instructions and agents name it, e.g. ``search_web``.
        description: by which an agent decides when to call it.
        exclude_domains: never read; at most 2,000. How domains are written and what they cover: see ``domains``.
        preferred_domains: results are restricted to them; at most 20.
        context_urls: pages that are read for every query; at most 20. Without a scheme, https is meant.
        prompt_config: prompts for text and voice.
        preferred_domains_mode: ``prefer``: results of preferred domains go first instead, and others may follow.

    Raises:
        BadInput: naming the setting, what was expected and what was given, if a list is too long, an entry is no domain
            or no web address, or there is no name.
    """

    name: Text
    description: Text = ""
    exclude_domains: tuple[Text, ...] = ()
    preferred_domains: tuple[Text, ...] = ()
    context_urls: tuple[Text, ...] = ()
    prompt_config: PromptConfig = PromptConfig()
    preferred_domains_mode: Literal["restrict", "prefer"] = "restrict"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.name.strip():
            raise BadInput("name", "expected a name like search_web, got nothing but white space")
        _at_most(MAX_EXCLUDED_DOMAINS, "exclude_domains", "domains", self.exclude_domains)
        _at_most(MAX_PREFERRED_DOMAINS, "preferred_domains", "domains", self.preferred_domains)
        _at_most(MAX_CONTEXT_URLS, "context_urls", "URLs", self.context_urls)
        DomainRules(self.domains)
        read_context_urls(self.context_urls, field="context_urls")
        return self

    @property
    def domains(self) -> DomainPolicy:
        """The domain rules these settings come to."""
        return DomainPolicy(
            excluded=self.exclude_domains, preferred=self.preferred_domains, preference=self.preferred_domains_mode
        )

    @property
    def context(self) -> tuple[str, ...]:
        """The URLs for context as they are requested, each once."""
        return read_context_urls(self.context_urls, field="context_urls")

    def prompt(self, modality: Modality) -> str | None:
        """Return the prompt for a modality, null for none."""
        return self.prompt_config.text_prompt if modality == "text" else self.prompt_config.voice_prompt


def read_config(given: object) -> GroundingConfig:
    """Return the settings that a JSON or TOML value states.

    Names may be in snake case or camel case, ``excluded_domains`` is read as ``exclude_domains``, and the settings may
    stand in ``googleSearchTool`` as in the tool's own resource.

    Raises:
        BadInput: naming the setting, if one is missing, unknown, given twice, of the wrong type or beyond its limit.
    """
    stated = _snake(given, "config")
    inner = next((stated[name] for name in _WRAPPERS if name in stated), None)
    if inner is not None:
        stated = _snake(inner, "google_search_tool")
    if isinstance(stated.get("prompt_config"), Mapping):
        stated["prompt_config"] = _snake(stated["prompt_config"], "prompt_config")
    try:
        return GroundingConfig.model_validate(stated)
    except ValidationError as error:
        raise _refusal(error) from error


def _snake(given: object, field: str) -> dict[str, Any]:
    """Return a table with its names in snake case; null means not given."""
    if not isinstance(given, Mapping):
        raise BadInput(field, f"expected an object of settings, got {json_kind(given)}")
    stated: dict[str, Any] = {}
    for key, value in given.items():
        name = _CAPITAL.sub(lambda capital: f"_{capital[0]}", str(key)).lower()
        name = _ALIASES.get(name, name)
        if name in stated:
            raise BadInput(name, f"expected it once, got it again as {key!r}")
        stated[name] = value
    return {name: value for name, value in stated.items() if value is not None}


def _refusal(error: ValidationError) -> BadInput:
    first = error.errors()[0]
    *outer, last = first["loc"]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in (*outer, last)).lstrip(".")
    if first["type"] == "extra_forbidden":
        known = PromptConfig if outer else GroundingConfig
        return BadInput(field, f"expected one of {', '.join(known.model_fields)}")
    if first["type"] == "missing":
        return BadInput(field, "expected a value, got none")
    return BadInput(field, f"expected another value ({first['msg']}), got {first['input']!r:.60}")


def _at_most(limit: int, field: str, things: str, given: Sequence[str]) -> None:
    if len(given) > limit:
        raise BadInput(field, f"expected at most {limit} {things}, got {len(given)}")
