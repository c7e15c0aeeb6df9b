"""The rules of the Mau-Mau family: pure, standard library only, no clock, no dice, no disk.

A ruleset says how a table plays. A game is the fold of its events, and ``decide`` turns a command into further ones:

>>> from games.rules import commands, variants
>>> from games.rules.decide import decide
>>> from games.rules.events import GameOpened
>>> from games.rules.evolve import fold
>>> from games.rules.fairness import CommittedChance
>>> from games.rules.game import Game

>>> rules = variants.load("mau_mau").ruleset(2, {})
>>> opened = GameOpened(ruleset=rules.content, options=rules.options, seats=2, commitment="", seed="")
>>> game = fold(Game(rules), [opened])

Chance is an argument: a seed and a word of each seat determine every card (``games.rules.fairness``).

>>> chance = CommittedChance("example", f"{7:064x}", ["rose", "iris"])
>>> for command in (
...     commands.TakeSeat(seat=0, bot="novice", nonce="rose"),
...     commands.TakeSeat(seat=1, bot="novice", nonce="iris"),
...     commands.StartGame(),
...     commands.DealCards(),
... ):
...     game = decide(game, command, chance=chance).after

A seat is given its observation, which holds what this seat may know, and the moves that it may make.

>>> from games.rules.notation import parse_move, print_move
>>> from games.rules.observation import observe

>>> seat = game.on_turn
>>> [print_move(move) for move in observe(game, seat).moves]
['7S', '9S']

>>> decision = decide(game, parse_move(seat, "7S"), chance=chance)
>>> [type(event).__name__ for event in decision.events]
['CardsPlayed', 'PenaltyRaised', 'CardsDrawn', 'EffectEnded', 'TurnBegan']
>>> fold(game, decision.events) == decision.after
True

What the rules do not allow has a reason and a paragraph of the rule book.

>>> decide(game, parse_move(seat, "accept"), chance=chance)
Traceback (most recent call last):
    ...
games.rules.refusal_reasons.IllegalMove: There is nothing to accept. (K-62)
"""
