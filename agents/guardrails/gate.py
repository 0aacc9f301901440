"""The streaming gate: an answer leaves through it, as early as its coarsest rail allows.

    gate = Gate(((Msk(), spec),), about)
    send(gate.feed("Seu CPF é 529.98"))     # what is safe to send now
    send(gate.feed("2.247-25. Certo?"))
    await gate.consult()                    # rails that wait for somebody else read what is whole by now
    rest, whole, decisions = gate.finish()

The text is cut into units at places that depend on the text alone, never on how it arrived, and each unit is
checked whole. So what was sent is always the beginning of the checked text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from agents.guardrails import asking, read_aloud
from agents.guardrails.base import About, AnyRail, Sees, is_async
from agents.guardrails.own_question import ReadQuestion, read_question
from agents.guardrails.verdicts import Settled, ask_rail, carry_out, settle
from agents.resources import Resources
from agents.specs import RailSpec
from conversations.turn import RailDecision
from language.sentences import ABBREVIATED

COARSENESS: dict[Sees, int] = {"piece": 0, "sentence": 1, "answer": 2}
GAP = re.compile(r"\s+")
SENTENCE_END = re.compile(r"[.!?…:;][\"'”’)\]*_]*\Z")
NUMBERS_GO_ON = frozenset("0123456789(+-./")
BLANKS = re.compile(r"(?:(?![\n])[\s\u200b-\u200f\u2060\ufeff])+|\n{2,}")
LONGEST_WORD = 24  # characters of a word that a number or an address is read out with
EARLIER = 1600  # characters before a unit, blanks drawn together, that a rail is shown
AROUND = 80  # characters on either side of a unit that a rail is shown


class Gate:
    """One answer's way out. `rails` are with the rows that switched them on, in order."""

    def __init__(
        self,
        rails: Sequence[tuple[AnyRail, RailSpec]],
        about: About,
        resources: Resources | None = None,
    ) -> None:
        self._rails, self._about, self._resources = tuple(rails), about, resources
        self._waiting_for = [(rail, spec) for rail, spec in rails if is_async(rail)]
        # What a second opinion is asked on is asked with it, about the whole.
        doubted = {spec.confirms for _rail, spec in self._waiting_for}
        by_rule = [(rail, spec) for rail, spec in rails if not is_async(rail)]
        self._doubted = [(rail, spec) for rail, spec in by_rule if spec.code in doubted]
        by_rule = [(rail, spec) for rail, spec in by_rule if spec.code not in doubted]
        self._early = [pair for pair in by_rule if pair[0].sees != "answer"]
        self._late = [pair for pair in by_rule if pair[0].sees == "answer"]
        self._heard: tuple[str, Sequence[RailDecision]] = ("", ())
        holding = [sees for _code, sees in list_held(rails)]
        self._sees: Sees = max(holding, key=COARSENESS.__getitem__, default="piece")
        in_sentences = [pair for pair in self._early if _least(*pair) == "sentence"]
        self._sentences = any(spec.action != "observe" for _rail, spec in in_sentences)
        # Who only notes reads whole sentences too, behind the words that have left.
        self._noting = [] if self._sentences else in_sentences
        self._early = [pair for pair in self._early if pair not in self._noting]
        self._noted = ""
        self._unnoted: list[str] = []  # of the sentence that they read next
        self._reads_earlier = any(rail.reads_earlier for rail, _ in self._early)
        self._before = self._earlier = ""
        self._settled = Settled([spec.code for rail, spec in rails if not is_async(rail)], about)
        self._waiting = ""
        self._scanned = 0
        self._checked: list[str] = []
        self._asks_again = any(spec.asks_again for _, spec in rails)
        self._rest = ""

    def for_authored(self) -> "Gate":
        """A new one for a sentence that the company wrote, without the rails that judge a model's claims."""
        rails = [(rail, spec) for rail, spec in self._rails if not rail.reads_claims]
        return Gate(rails, self._about, self._resources)

    @property
    def sees(self) -> Sees:
        """How coarse this answer streams."""
        return self._sees

    def feed(self, text: str) -> str:
        """Takes the next characters; gives those that may be sent now."""
        self._waiting += text
        released = "".join([self._check(unit, behind) for unit, behind in self._units()])
        return "" if self._sees == "answer" else released

    @property
    def ended(self) -> bool:
        """Whether a check has refused a part of it so that nothing more of the answer leaves."""
        return self._settled.ended

    @property
    def objected(self) -> bool:
        """Whether a check that has an answer made anew has found something by now."""
        return bool(self._settled.objected)

    @property
    def asks_again(self) -> bool:
        """Whether any check has an answer made anew."""
        return self._asks_again

    def pause(self) -> tuple[str, Sequence[RailDecision]]:
        """The text ends for now.

        What may be sent of it, and what the checks found by now that have it made anew.
        """
        if not self._asks_again:
            return "", ()
        whole = self._end()
        released, self._rest = self._rest, ""
        late = [ask_rail(rail, spec, whole, self._about) for rail, spec in self._late if spec.asks_again]
        again = {spec.code for _rail, spec in (*self._waiting_for, *self._doubted) if spec.asks_again}
        late += [
            each for each in self._listen(whole) if each.code in again and not each.metadata.get("missed")
        ]
        found = (*self._settled.objected, *(decision for decision in late if not decision.allowed))
        return "" if self._sees == "answer" else released, found

    async def consult(self) -> None:
        """Has the rails that wait for somebody else read what is whole by now, all at once."""
        if not self._waiting_for or self._settled.ended or self._resources is None:
            return
        whole = self._end()
        if self._heard[0] == whole:
            return
        decided = [ask_rail(rail, spec, whole, self._about) for rail, spec in self._doubted]
        decided, added = await asking.ask_all(self._waiting_for, decided, whole, self._about, self._resources)
        self._heard = whole, (*decided, *added)

    def _listen(self, whole: str) -> Sequence[RailDecision]:
        """What was said of this very text; a text beside an answer is read by the rules alone."""
        if self._heard[0] == whole:
            return self._heard[1]
        return [ask_rail(rail, spec, whole, self._about) for rail, spec in self._doubted]

    def _end(self) -> str:
        """All of the text so far, as it is checked by now; what may be sent of it waits in `_rest`."""
        self._rest += "".join([self._check(unit, behind) for unit, behind in self._units(ended=True)])
        self._waiting, self._scanned = "", 0
        self._note("", ended=True)
        return "".join(self._checked)

    def read_question(self, words: str) -> ReadQuestion:
        """The platform's own question as it may be said in this answer."""
        return read_question(self._rails, words, self._about)

    def add_own(self, words: str) -> str:
        """Takes the platform's own words, which end the text so far: no rail of a piece or a sentence reads
        them. Gives what may be sent now; behind a refusal that ends the answer they are not taken.
        """
        self._end()
        own = "" if self.ended else words
        self._checked.append(own)
        released, self._rest = self._rest + own, ""
        return "" if self._sees == "answer" else released

    def cut_off(self) -> None:
        """Forgets what waits to be checked: its end will not come, and half a number is worse than none."""
        self._waiting, self._scanned = "", 0

    def finish(self) -> tuple[str, str, tuple[RailDecision, ...]]:
        """Ends the answer: what is still to be sent, the whole checked text, and one decision a rail."""
        whole = self._end()
        rest, self._rest = self._rest, ""
        if not self._settled.ended:
            whole = self._carry_out(whole)
            for rail, spec in self._late:
                whole = settle(rail, spec, whole, self._about, self._settled)
        if self._sees == "answer":
            rest = whole
        return rest, whole, self._settled.decisions(whole)

    def _carry_out(self, whole: str) -> str:
        """The text as the rails leave it that read it with or by somebody else."""
        read: list[tuple[AnyRail, RailSpec]] = [*self._waiting_for, *self._doubted]
        rows = {spec.code: (rail, spec) for rail, spec in read}
        left = whole
        for decision in self._listen(whole) if rows else ():
            rail, spec = rows[decision.code]
            if decision.sanitized_text is not None and left != whole:
                decision = replace(decision, allowed=False, sanitized_text=None)  # two cannot mask one text
            left = carry_out(rail, spec, decision, left, self._about, self._settled)
        return left

    def _check(self, unit: str, behind: str) -> str:
        if self._settled.ended:
            return ""
        body = unit.rstrip()
        gap = unit[len(body) :]
        around: dict[str, Any] = {"earlier": self._earlier} if self._reads_earlier else {}
        if any(rail.minds(body) for rail, _ in self._early):
            around |= {"before": self._before, "behind": gap + behind}
        about = replace(self._about, **around) if around else self._about
        for rail, spec in self._early:
            if body:
                body = settle(rail, spec, body, about, self._settled)
        checked = body + gap
        if self._early:  # as it leaves: what a masked address seems to name is named by nothing
            self._before = (self._before + checked)[-AROUND:]
        if self._reads_earlier:
            self._earlier = (self._earlier + BLANKS.sub(_one_blank, unit))[-EARLIER:]
        self._checked.append(checked)
        if self._noting:
            self._note(checked)
        return checked

    def _note(self, checked: str, ended: bool = False) -> None:
        """Has those that only note read a sentence, once it is whole."""
        self._unnoted.append(checked)
        if not (ended or self._ends_sentence(checked, len(checked.rstrip()), len(checked))):
            return
        sentence = "".join(self._unnoted)
        body = sentence.rstrip()
        if not body:
            return
        about = replace(self._about, earlier=self._noted, before=self._noted[-AROUND:])
        for rail, spec in self._noting:
            settle(rail, spec, body, about, self._settled)
        self._noted = (self._noted + BLANKS.sub(_one_blank, sentence))[-EARLIER:]
        self._unnoted = []

    def _units(self, ended: bool = False) -> Iterator[tuple[str, str]]:
        """Cuts off every unit that is known to be whole, each with what stands behind it.

        The next one has begun, and no rail waits for more of it. Once the text has `ended`, all that is left.
        """
        begin = 0
        for gap in GAP.finditer(self._waiting, self._scanned):
            self._scanned = gap.start()
            if gap.end() == len(self._waiting) or not (ended or self._is_told(gap)):
                break
            if self._cuts(begin, gap.start(), gap.end()):
                unit = self._waiting[begin : gap.end()]
                behind = self._waiting[gap.end() : gap.end() + AROUND]
                if not ended and len(behind) < AROUND and self._waits(unit, behind):
                    break
                yield unit, behind
                begin = gap.end()
            self._scanned = gap.end()
        else:
            self._scanned = len(self._waiting)
        if ended and begin < len(self._waiting):
            yield self._waiting[begin:], ""
        self._waiting = self._waiting[begin:]
        self._scanned -= begin

    def _is_told(self, gap: re.Match[str]) -> bool:
        """Whether the word behind a gap is there, as far as it matters."""
        following = self._word_at(gap.end())
        if gap.end() + len(following) < len(self._waiting) or len(following) >= LONGEST_WORD:
            return True
        return not read_aloud.may_go_on(self._word_before(gap.start()), following)

    def _word_before(self, place: int, begin: int = 0) -> str:
        return self._waiting[max(begin, self._waiting.rfind(" ", begin, place) + 1) : place]

    def _word_at(self, place: int) -> str:
        return self._waiting[place : place + LONGEST_WORD].split(None, 1)[0]

    def _waits(self, unit: str, behind: str) -> bool:
        return any(rail.waits(unit, behind) for rail, _ in self._early)

    def _cuts(self, begin: int, end: int, following: int) -> bool:
        """Whether the gap from `end` to `following` parts two units."""
        text = self._waiting
        word = self._word_before(end, begin)
        goes_on = text[following] in NUMBERS_GO_ON or text[following].isdigit()
        if goes_on and any(character.isdigit() for character in word):
            return False  # a number may go on behind the gap: it must be seen whole
        if goes_on and (word[-1:] in "+(:;" or word.rstrip(".").lower() in ABBREVIATED):
            return False  # a number leaves with what names it: "RG: 12.345.678-9", "ref. 4111"
        if read_aloud.goes_on(word, self._word_at(following)):
            return False  # a number in words, an address that is read out
        return not self._sentences or self._ends_sentence(text, end, following, begin)

    @staticmethod
    def _ends_sentence(text: str, end: int, following: int, begin: int = 0) -> bool:
        return "\n" in text[end:following] or SENTENCE_END.search(text, max(begin, end - 8), end) is not None


def list_held(rails: Iterable[tuple[AnyRail, RailSpec]]) -> list[tuple[str, Sees]]:
    """How much of an answer waits for each of these rails, by its code: what the gate itself goes by."""
    rails = list(rails)
    doubted = {spec.confirms for rail, spec in rails if is_async(rail)}
    return [(spec.code, "answer" if spec.code in doubted else holds_back(rail, spec)) for rail, spec in rails]


def holds_back(rail: AnyRail, spec: RailSpec) -> Sees:
    """How much of an answer waits for a rail: nothing where it only notes, all of it where it may be made
    anew, for some readers cannot unread what went before.
    """
    if spec.action == "observe":
        return "piece"
    return "answer" if spec.asks_again else _least(rail, spec)


def _least(rail: AnyRail, spec: RailSpec) -> Sees:
    """The least text that a rail is given: what is refused for a piece of it is a whole sentence, and who
    waits for somebody else is asked once, about all of it.
    """
    if is_async(rail):
        return "answer"
    refuses = spec.action == "block" or spec.asks_again
    return "sentence" if rail.sees == "piece" and refuses else rail.sees


def _one_blank(blanks: re.Match[str]) -> str:
    return "\n" if "\n" in blanks[0] else " "
