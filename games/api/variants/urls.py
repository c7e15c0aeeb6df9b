"""The URLs of variants and rulesets."""

from django.urls import path

from games.api.variants import views

urlpatterns = [
    path("variants", views.VariantsView.as_view(), name="variants"),
    path("variants/check", views.CheckView.as_view(), name="variant-check-now"),
    path("variants/checks", views.VariantChecksView.as_view(), name="variant-checks"),
    path("variants/checks/<uuid:check>", views.OrderedCheckView.as_view(), name="variant-check"),
    path("variants/<slug:key>", views.VariantView.as_view(), name="variant"),
    path("rulesets/schema", views.RulesetSchemaView.as_view(), name="ruleset-schema"),
    path("rulesets/<str:content>", views.RulesetView.as_view(), name="ruleset"),
    path("rulesets/<str:content>/examples", views.ExamplesView.as_view(), name="ruleset-examples"),
]
