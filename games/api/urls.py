"""Where the endpoints of games are, below `/api/v1/`."""

from django.urls import path

from games.api.views import authoring, events, lobby, me, operation, play, variants

urlpatterns = [
    path("variants", variants.VariantsView.as_view(), name="variants"),
    path("variants/check", authoring.CheckView.as_view(), name="variant-check"),
    path("variants/check/<uuid:judgement>", authoring.JudgementView.as_view(), name="variant-judgement"),
    path("variants/<slug:key>", variants.VariantView.as_view(), name="variant"),
    path("rulesets/<str:content>", variants.RulesetView.as_view(), name="ruleset"),
    path("rulesets/<str:content>/examples", variants.ExamplesView.as_view(), name="ruleset-examples"),
    path("games", lobby.GamesView.as_view(), name="games"),
    path("games/<uuid:game>", play.TableView.as_view(), name="game"),
    path("games/<uuid:game>/rules", play.RulesView.as_view(), name="game-rules"),
    path("games/<uuid:game>/seats", lobby.SeatsView.as_view(), name="seats"),
    path("games/<uuid:game>/seats/me", lobby.OwnSeatView.as_view(), name="own-seat"),
    path("games/<uuid:game>/bots", lobby.BotsView.as_view(), name="bots"),
    path("games/<uuid:game>/start", lobby.StartView.as_view(), name="start"),
    path("games/<uuid:game>/moves", play.MovesView.as_view(), name="moves"),
    path("games/<uuid:game>/resignation", play.ResignationView.as_view(), name="resignation"),
    path("games/<uuid:game>/events", events.EventsView.as_view(), name="events"),
    path("me/games", me.OwnGamesView.as_view(), name="own-games"),
    path("meta", operation.MetaView.as_view(), name="meta"),
    path("healthz", operation.HealthView.as_view(), name="healthz"),
    path("readyz", operation.ReadyView.as_view(), name="readyz"),
]
