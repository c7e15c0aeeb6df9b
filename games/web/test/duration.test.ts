import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { duration } from "../src/parts/duration";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [125, "2 min 5 s"],
  [3_600, "1 h"],
  [7_380, "2 h 3 min"],
  [86_400, "1 day"],
  [180_000, "2 days 2 h"],
])("%i seconds are %s", (seconds, text) => expect(duration(seconds)).toBe(text));
