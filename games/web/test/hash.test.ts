import { expect, test } from "vitest";
import { hashOf, isReplay, placeOf } from "../src/replay/hash";

test.each([
  ["#119", 119, null, true],
  ["#replay", null, null, true],
  ["#share=tG-m_3", null, "tG-m_3", true],
  ["#119&share=tGm", 119, "tGm", true],
  ["", null, null, false],
  ["#119x", null, null, false],
  ["#-4", null, null, false],
  ["#99999999999", null, null, false],
  ["#share=", null, null, false],
  ["#share=<b>", null, null, false],
])("the address %s names the moment %s", (hash, version, code, opens) => {
  expect(placeOf(hash)).toEqual({ version, code });
  expect(isReplay(hash)).toBe(opens);
});

test.each(["#119", "#share=tG-m_3", "#119&share=tGm", ""])("%s is written as it is read", (hash) => {
  expect(hashOf(placeOf(hash))).toBe(hash);
});
