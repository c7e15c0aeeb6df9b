"""Commands of the benchmarks, which `tests.benchmarks.settings` installs."""
