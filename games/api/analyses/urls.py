"""The URL of analyses."""

from django.urls import path

from games.api.analyses import views

urlpatterns = [path("games/<uuid:game>/analysis", views.AnalysisView.as_view(), name="analysis")]
