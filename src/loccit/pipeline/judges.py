"""The judges that need something from outside: a client of an endpoint, or files of a model.

``policy.judge.judges`` names them; the pipeline asks whoever is named, and combines.
"""

import os

from loccit.errors import BadInput
from loccit.judge.llm import BEARER_HEADER, LlmJudge
from loccit.policy import FetchPolicy, Policy
from loccit.protocols import Judge
from loccit.transport.exchange import Credentials
from loccit.transport.operator import OperatorTransport
from loccit.urls import parse


def llm_judge(policy: Policy) -> Judge:
    """Return the judge that asks the language model a policy names.

    Raises:
        BadInput: if the policy names no endpoint or no model.
    """
    settings = policy.judge.llm
    url = parse(settings.endpoint)
    if url is None or not url.is_web or url.has_credentials or "?" in settings.endpoint or "#" in settings.endpoint:
        raise BadInput("judge.llm.endpoint", f"expected a base URL without query, got {settings.endpoint!r}")
    key = os.environ.get(settings.key_variable, "") if settings.key_variable else ""
    transport = OperatorTransport(
        f"{url.scheme}://{url.host}",
        limits=FetchPolicy(total_timeout_s=settings.timeout_s, read_timeout_s=settings.timeout_s),
        credentials=Credentials({BEARER_HEADER: f"Bearer {key}"} if key else {}),
    )
    return LlmJudge(settings, transport, authorized=bool(key), extract_policy=policy.extract)


def model_judge(policy: Policy) -> Judge:
    """Return the judge that runs the local cross-encoder a policy names.

    Raises:
        BadInput: if the policy names no files, or they can't be read.
        MissingComponent: if the extra ``model`` is not installed.
    """
    from loccit.judge.model import ModelJudge  # noqa: PLC0415 - an optional extra

    return ModelJudge(policy.judge.model, extract_policy=policy.extract)
