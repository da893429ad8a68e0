"""The text that tells annotators what to do, until the owner writes another."""

from __future__ import annotations

DEFAULT = """\
# What to mark

Listen, read along, and mark where each **sentence-like unit** ends. Such a unit is a stretch of speech that says one \
complete thing: a statement, a question, an answer, a request. It need not be a sentence of written grammar.

- Press `.` after the last word of a unit that states something.
- Press `?` after the last word of one that asks something.
- Press `,` after a word where a clause ends but the unit goes on.
- Leave every other place alone. Mark the very last word too.

## Trust your ears

A pause alone ends nothing: people stop to think in the middle of a thought. A falling voice together with a finished \
thought ends a unit even without a pause. Where the sound and the words disagree, go by what the speaker meant to say \
in one go.

## Examples

> so we took the early train. it was nearly empty. did you sleep at all?

Three units: two statements and a question.

> yeah. no I think that's fine.

A short answer such as *yeah*, *okay* or *thanks* that stands for itself is a unit.

> when the rain stopped, we went on, but the path was gone.

One unit: the clauses hang together, so they get commas.

> I wanted to. well never mind. what did he say?

A thought that is broken off and given up ends where it breaks. If the speaker only starts over and finishes the same \
thought, it is one unit: *I was, I was going to call you.*

> and then we waited. and then they came. and nobody said a word.

Long chains of *and* or *so*: where the next part could stand alone and the voice comes to rest, the unit ends before \
it.

## Doubt

Go with your first impression and do not look for rules. Others mark the same transcript; where you differ is as \
telling as where you agree. Please do not talk to them about it before you have finished.
"""
