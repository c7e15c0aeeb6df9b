"""The comparison of rating models: a seed gives the same result each time, and the model in use is the best one."""

from io import StringIO

from django.core.management import call_command

from games.ladders.reckoning import model_of
from games.management.rating_comparison import MODELS, Population, measure

FEW = Population(players=12, seats=4, spread=1.0, ties=True, seed=7)


def test_the_same_seed_prints_the_same_table() -> None:
    first, second = (StringIO(), StringIO())
    for out in (first, second):
        call_command("rating_models", players=12, populations=1, seats=[4], stdout=out)

    assert first.getvalue() == second.getvalue()
    assert len(first.getvalue().splitlines()) == 2 + 4 * len(MODELS)


def test_the_model_in_use_is_fair_and_finds_who_is_better() -> None:
    model = model_of("2027-01")
    (name,) = (name for name, make in MODELS.items() if type(one := make()) is type(model) and one.beta == model.beta)

    found = measure(name, FEW)

    assert (found.unfair, measure("Plackett-Luce", FEW).unfair) == (0, 1)
    assert found.rank[-1] > 0.8
    assert found.log_loss < 0.693
