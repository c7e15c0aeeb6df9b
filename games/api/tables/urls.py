"""Where a game is."""

from django.urls import path

from games.api.tables import absence, event_types, plans, proposals, views

urlpatterns = [
    path("games/<uuid:game>", views.TableView.as_view(), name="game"),
    path("games/<uuid:game>/rules", views.RulesView.as_view(), name="game-rules"),
    path("games/<uuid:game>/moves", views.MovesView.as_view(), name="moves"),
    path("games/<uuid:game>/moves/check", views.MoveCheckView.as_view(), name="move-check"),
    path("games/<uuid:game>/resignation", views.ResignationView.as_view(), name="resignation"),
    path("games/<uuid:game>/return", absence.ReturnView.as_view(), name="return"),
    path("games/<uuid:game>/claims", absence.ClaimsView.as_view(), name="claims"),
    path("games/<uuid:game>/plan", plans.PlanView.as_view(), name="plan"),
    path("games/<uuid:game>/proposals", proposals.ProposalsView.as_view(), name="proposals"),
    path("games/<uuid:game>/proposals/<int:proposal>/vote", proposals.VoteView.as_view(), name="vote"),
    path("games/<uuid:game>/events", views.EventsView.as_view(), name="events"),
    path("event-types", event_types.EventTypesView.as_view(), name="event-types"),
]
