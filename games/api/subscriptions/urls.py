"""The URLs of subscriptions. What is read without signing in has addresses outside of the API (`documents`)."""

from django.urls import path

from games.api.subscriptions import views

_ONE = "me/subscriptions/<uuid:subscription>"

urlpatterns = [
    path("me/subscriptions", views.SubscriptionsView.as_view(), name="subscriptions"),
    path(_ONE, views.SubscriptionView.as_view(), name="subscription"),
    path(f"{_ONE}/address", views.AddressView.as_view(), name="subscription-address"),
]
