"""The URLs of invitations."""

from django.urls import path

from games.api.invitations import views

urlpatterns = [
    path("games/<uuid:game>/invitations", views.GameInvitationsView.as_view(), name="game-invitations"),
    path("me/invitations", views.OwnInvitationsView.as_view(), name="own-invitations"),
    path("invitations/<str:invitation>", views.InvitationView.as_view(), name="invitation"),
    path("invitations/<str:invitation>/accept", views.AcceptView.as_view(), name="accept-invitation"),
    path("invitations/<str:invitation>/decline", views.DeclineView.as_view(), name="decline-invitation"),
]
