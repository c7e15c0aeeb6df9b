"""The URLs of vacations."""

from django.urls import path

from games.api.vacations import views

urlpatterns = [path("me/vacation", views.VacationView.as_view(), name="vacation")]
