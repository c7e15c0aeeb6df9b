"""Where the rules are."""

from django.urls import path

from games.api.variants import check_views, views

urlpatterns = [
    path("variants", views.VariantsView.as_view(), name="variants"),
    path("variants/check", check_views.CheckView.as_view(), name="variant-check"),
    path("variants/check/<uuid:check>", check_views.OrderedCheckView.as_view(), name="variant-judgement"),
    path("variants/<slug:key>", views.VariantView.as_view(), name="variant"),
    path("rulesets/<str:content>", views.RulesetView.as_view(), name="ruleset"),
    path("rulesets/<str:content>/examples", views.ExamplesView.as_view(), name="ruleset-examples"),
]
