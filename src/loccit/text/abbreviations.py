"""Abbreviations whose full stop does not, or need not, end a sentence.

Each table holds lower-case tokens without the last full stop; inner full stops stay (``e.g`` for ``e.g.``). To add
a language, add its tokens to the table that says how they behave; one token may stand for several languages, so
leave out tokens that are ordinary words at the end of a sentence elsewhere.
"""


def _tokens(*lines: str) -> frozenset[str]:
    return frozenset(token for line in lines for token in line.split())


INNER = _tokens(  # English
    "mr mrs ms mx dr prof rev hon gen sen rep gov capt col lt maj sgt cmdr st mt messrs mmes e.g i.e eg ie cf viz vs",
    "al resp incl excl esp approx ca circa dept",
    # German, French, Spanish, Dutch, Italian, Portuguese
    "z.b u.a d.h bzw ggf evtl inkl zzgl vgl hrsg mme mlle p.ex sr sra dra dott sig bijv o.a d.w.z",
    # Indonesian and Malay; a sentence can't end in yaitu or yakni (namely) either
    "yth sdr sdri bpk drs dra ir hj kh ust a.n u.p d.a jl jln kec kab prov ds tgl rp pt yaitu yakni mis spt dgn yg ttg",
    "tn ny",
)
"""Something always follows: ``Dr.``, ``e.g.``, ``Yth.``."""

BEFORE_NUMBER = _tokens(
    "no nos nr p pp pg fig figs eq eqs sec sect ch chap vol art arts para ver v rev rel ed",
    "bd abs num núm pág hlm hal bab ps ay c s n",
    "jan feb mar apr jun jul aug sep sept oct nov dec mei agu ags agt okt des",
)
"""No end of a sentence where a number follows: ``No. 5``, ``Fig. 3``, ``Oct. 4``."""

EITHER = _tokens(
    "etc inc ltd corp co bros jr sr a.m p.m u.s u.k u.n e.u u.s.a ph.d m.d b.a m.a d.c gmbh usw u.s.w",
    "dll dsb dst dkk tsb s.d sda s.h s.e m.h m.sc s.kom s.pd m.pd m.si cv",
)
"""May end a sentence; it does where the next word can open one: ``etc. The``, ``dll. Namun``."""

LIST_ENDS = _tokens("etc usw u.s.w dll dsb dst dkk tsb a.m p.m")
"""Of those, the ones that are no part of a name, so that any capital after them opens a sentence."""

OPENERS = _tokens(  # English
    "the a an this that these those it its he she they we you i in on at by for from with without when while where if",
    "as after before although because but and so however then there here what which who why how our their his her",
    "my your all some many most each every no not see use note since until to do does is are can may",
    # German, French, Spanish
    "der die das ein eine er sie es wir ich im in am mit wenn le la les un une il elle nous el los las una",
    # Indonesian
    "ini itu dia ia mereka kami kita saya anda pada di ke dari dengan untuk jika bila ketika karena namun tetapi",
    "selain setelah sebelum oleh sebagai hal semua",
)
"""Words that, capitalised, open a sentence rather than go on with a name."""

ABBREVIATIONS = INNER | EITHER
"""Tokens after which a capital alone does not open a sentence."""
