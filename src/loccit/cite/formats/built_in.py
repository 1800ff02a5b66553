"""The formats that come with loccit."""

from loccit.cite.formats import (
    anthropic,
    ces_session,
    check_grounding,
    cohere,
    gemini,
    gemini_interactions,
    html,
    langchain,
    llamaindex,
    markdown,
    mistral,
    numbered,
    openai_chat,
    openai_responses,
    own,
    perplexity,
    pydantic_ai,
    vercel,
)
from loccit.cite.formats.format import Format

FORMATS: tuple[Format, ...] = (
    own,
    ces_session,
    gemini,
    gemini_interactions,
    check_grounding,
    openai_responses,
    openai_chat,
    anthropic,
    cohere,
    mistral,
    perplexity,
    langchain,
    llamaindex,
    vercel,
    pydantic_ai,
    numbered,
    html,
    markdown,
)
"""In the order they are tried; their tests by structure exclude each other."""
