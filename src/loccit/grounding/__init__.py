"""The grounding tool: one call that answers a query from pages, with every statement cited.

It searches, reads and checks by the pipeline, bound by an operator's settings: domains never to be read, pages always
to be read, domains to keep to, and how to word answers for the eye and the ear. In this order of precedence:

1. Excluded domains: nothing of them is contacted or used, wherever they are named.
2. URLs for context: read unless their domain is excluded.
3. Preferred domains: results are restricted to them, or they go first.

Source of settings, limits, precedence and the shape of citations: the reference of the grounding tool.
"""

from loccit.grounding.config import GroundingConfig, PromptConfig, read_config
from loccit.grounding.instructions import ContextRule, Instructions, read_instructions
from loccit.grounding.result import Grounded
from loccit.grounding.tool import GroundingTool, Turn
from loccit.grounding.trace import TraceEntry

__all__ = [
    "ContextRule",
    "Grounded",
    "GroundingConfig",
    "GroundingTool",
    "Instructions",
    "PromptConfig",
    "TraceEntry",
    "Turn",
    "read_config",
    "read_instructions",
]
