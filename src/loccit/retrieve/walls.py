"""Pages that answer with success without being the page: challenges, walls, shells, soft errors.

Structure decides, not words: ordinary pages speak of captchas, logins and errors. Each rule also wants a page with
hardly any text of its own, so a rule that fits an ordinary page by chance does no harm.
"""

import re
from collections.abc import Iterator

from loccit.retrieve.markup import Markup, Tag
from loccit.retrieve.verdict import Verdict
from loccit.urls import Url

INTERSTITIAL_LENGTH = 1_000
"""A page with more code points of text than this is no mere challenge, login form or error page."""

TEASER_LENGTH = 1_000
"""A page that says it is not free and has less than this in its paragraphs shows no more than a teaser."""

SENTENCE_LENGTH = 60
"""Less text than this, beside a wall or before scripts run, is no page."""

SHELL_LENGTH = 40
"""A page with a place for scripts to fill and less text than this shows nothing until they run."""

WIDGET_LENGTH = 400
"""A page with a captcha, nothing to write into and less text than this is there for the captcha."""

MOUNT_IDS = frozenset(
    {"root", "app", "__next", "__nuxt", "___gatsby", "app-root", "react-root", "svelte", "main-app", "app-mount"}
)
"""Where the frameworks' starter templates put what their scripts draw."""

_CHALLENGE_SCRIPTS = (
    "_cf_chl_opt",
    "window.gokuProps",
    "window._pxAppId",
    "captcha-delivery.com",
    "sucuri_cloudproxy_js",
    "/_sec/verify?provider=interstitial",
    "bm-verify",
)
_CHALLENGE_SOURCES = (
    "captcha-delivery.com/",
    ".awswaf.com/",
    "/_Incapsula_Resource",
    "/.within.website/x/cmd/anubis/",
    "/.well-known/.git.gammaspectra.live/",
    "/cdn-cgi/challenge-platform/h/",
    "/ddos-guard/js-challenge",
    "/.well-known/vercel/security/",
    "/149e9513-01fa-4fb0-aad4-566afd725d1b/",
)
_CHALLENGE_IDS = frozenset(
    {
        "challenge-form",
        "px-captcha",
        "cf-challenge-running",
        "sec-if-cpt-container",
        "sec-cpt-if",
        "captcha-form",
        "anomaly-modal",
        "ddg-captcha",
    }
)
_CAPTCHA_CLASSES = frozenset(
    {"g-recaptcha", "h-captcha", "cf-turnstile", "frc-captcha", "mtcaptcha", "geetest_captcha"}
)
_WRITABLE = frozenset({"", "text", "email", "search", "tel", "url", "number", "date", "password"})

_CONSENT_LABELS = frozenset({"consent", "guce", "cmp", "privacy-mgmt"})
CONSENT_IDS = (
    "onetrust-consent-sdk",
    "didomi-host",
    "CybotCookiebotDialog",
    "usercentrics-root",
    "qc-cmp2-container",
    "truste-consent-track",
    "cmpbox",
    "cmpwrapper",
    "gdpr-consent-tool-wrapper",
    "iubenda-cs-banner",
    "sp_message_container",
)
"""What the ids of the containers of the common consent tools begin with."""

_LOGIN_WORD = re.compile(
    r"(?:^|[/._-])(?:(?:wp-)?log[-_]?(?:in|on)|sign[-_]?(?:in|up)|auth|sso|accounts?|register|session|password)"
    r"(?:$|[/._?&=-])"
)
_NOT_FREE = re.compile(r"[\"']?isAccessibleForFree[\"']?\s*:\s*[\"']?(?:https?://schema\.org/)?false\b", re.IGNORECASE)
_PAYWALL_TOKENS = frozenset(
    {"paywall", "regwall", "paywall-container", "paywall-wrapper", "subscriber-wall", "piano-paywall", "meteredpaywall"}
)
_NOT_FOUND = re.compile(
    r"(?:error\s*)?404(?:\s*[-:–—|]?\s*(?:error|page)?\s*(?:not found)?)?[.!]?"
    r"|(?:(?:the |this )?(?:requested )?(?:page|file|url|document) )?(?:was |could )?(?:not|be not) (?:be )?found[.!]?"
    r"|(?:sorry, )?(?:this|the|that) page (?:does ?n[o']t|can ?n[o']t be|no longer) (?:exists?|found)[.!]?"
    r"|找不到(?:頁面|网页|網頁|页面|該頁|该页)|(?:您?(?:訪問|访问|要找)的)?(?:頁面|页面|網頁|网页)(?:不存在|未找到|已刪除|已删除)"
    r"|halaman (?:tidak|belum) ditemukan|seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)"
    r"|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|страница не найдена"
    r"|(?:お探しの)?ページ(?:は|が)見つかりません(?:でした)?|페이지를 찾을 수 없습니다",
    re.IGNORECASE,
)
_TITLE_PART = re.compile(r"\s+[|–—·»:-]\s+")
_FRONT_PATHS = frozenset({"/", "/index.html", "/index.php", "/home"})
_FRONT_NAMES = re.compile(r"(?:index|default|home|main|welcome)(?:\.\w+)?/?", re.IGNORECASE)
_LONG_NAME = 8


def judge_markup(markup: Markup, *, requested: Url, final: Url) -> Verdict | None:
    """Judge an HTML page by its structure; null if it looks like the page.

    Args:
        markup: one pass over the page.
        requested: the URL that was asked for.
        final: where the redirects led.
    """
    if verdict := _judge_front_page(requested, final) or _judge_paywall(markup):
        return verdict
    if markup.text_length > INTERSTITIAL_LENGTH:
        return None
    if is_challenge(markup):
        return Verdict("challenge_page", "The page is a challenge for browsers.")
    return _judge_wall(markup, requested, final) or _judge_shell(markup)


def is_challenge(markup: Markup) -> bool:
    """Whether a page asks its reader to prove to be a person or a browser; whatever its status."""
    if markup.text_length > INTERSTITIAL_LENGTH:
        return False
    if any(mark in script for script in markup.scripts for mark in _CHALLENGE_SCRIPTS):
        return True
    for tag in markup.tags:
        source = tag.attributes.get("src", "")
        if tag.name in {"script", "iframe"} and any(mark in source for mark in _CHALLENGE_SOURCES):
            return True
        if tag.attributes.get("id") in _CHALLENGE_IDS:
            return True
    captcha = any(not _CAPTCHA_CLASSES.isdisjoint(_classes(tag)) for tag in markup.tags)
    return captcha and markup.text_length < WIDGET_LENGTH and not any(_is_writable(tag) for tag in markup.tags)


def _judge_front_page(requested: Url, final: Url) -> Verdict | None:
    """Judge a way from an inner page to the front page of the same site: what was asked for is not there any more."""
    name = requested.path.rstrip("/").rpartition("/")[2]
    inner = len(name) >= _LONG_NAME and not _FRONT_NAMES.fullmatch(name)
    same_site = _site(requested) == _site(final)
    if inner and same_site and final.path in _FRONT_PATHS and final.target == final.path:
        return Verdict("soft_404", f"The page led to the front page {final.without_fragment} instead.")
    return None


def _judge_paywall(markup: Markup) -> Verdict | None:
    if markup.paragraph_length >= TEASER_LENGTH:
        return None
    if any(_NOT_FREE.search(script) for script in markup.scripts) or any(map(_says_not_free, markup.tags)):
        return Verdict("paywall", "The page says that it is not free, and shows no more than a teaser.")
    marked = any(not _PAYWALL_TOKENS.isdisjoint({*_classes(tag), tag.attributes.get("id", "")}) for tag in markup.tags)
    if marked and markup.text_length <= INTERSTITIAL_LENGTH:
        return Verdict("paywall", "The page is hardly more than a notice that it must be paid for.")
    return None


def _judge_wall(markup: Markup, requested: Url, final: Url) -> Verdict | None:
    moved = requested.without_fragment != final.without_fragment
    if moved and not _CONSENT_LABELS.isdisjoint(final.hostname.split(".")[:2]) and markup.first("form"):
        return Verdict("consent_wall", f"The page led to a consent form at {final.hostname}.")
    if any(map(_is_password, markup.tags)):
        if moved:
            return Verdict("login_wall", f"The page led to a login form at {final.without_fragment}.")
        if markup.paragraph_length < SENTENCE_LENGTH and not _LOGIN_WORD.search(requested.target.lower()):
            return Verdict("login_wall", "The page is hardly more than a login form.")
    if markup.consent_length and markup.text_length - markup.consent_length < SENTENCE_LENGTH:
        return Verdict("consent_wall", "The page shows nothing but a consent form.")
    return None


def _judge_shell(markup: Markup) -> Verdict | None:
    for text in (markup.title, _TITLE_PART.split(markup.title)[0], markup.heading):
        if _NOT_FOUND.fullmatch(text.strip()):
            return Verdict("soft_404", f"The server answered {text!r} with a status of success.")
    mounted = any(tag.attributes.get("id") in MOUNT_IDS or tag.name in MOUNT_IDS for tag in markup.tags)
    if markup.text_length < (SHELL_LENGTH if mounted else 1) and markup.has_scripts:
        return Verdict("needs_script", "The page shows nothing until its scripts run.")
    if markup.text_length == 0:
        return Verdict("empty_body", "The page holds no text.")
    return None


def _site(url: Url) -> str:
    return url.hostname.removeprefix("www.").rstrip(".")


def _classes(tag: Tag) -> Iterator[str]:
    yield from tag.attributes.get("class", "").split()


def _is_writable(tag: Tag) -> bool:
    kind = tag.attributes.get("type", "").lower()
    return tag.name == "textarea" or (tag.name == "input" and kind in _WRITABLE)


def _is_password(tag: Tag) -> bool:
    return tag.name == "input" and tag.attributes.get("type", "").lower() == "password"


def _says_not_free(tag: Tag) -> bool:
    stated = tag.attributes.get("content", "").rpartition("/")[2].lower()
    return tag.attributes.get("itemprop", "") == "isAccessibleForFree" and stated == "false"
