/** Receipts: the signature of the house under the last event of a game, at a time. */
import type { components } from "../../api/schema";
import { canonical, equal, joined, ofBase64, sha256, utf8 } from "./bytes";

export type Receipt = components["schemas"]["Receipt"];
export type Key = components["schemas"]["KeySet"]["keys"][number];

/** Whether a signature is good. `unknown` if there is no such key, or the browser knows no Ed25519. */
export async function signs(receipt: Receipt, keys: readonly Key[]): Promise<"good" | "bad" | "unknown"> {
  const key = keys.find(({ kid }) => kid === receipt.kid);
  if (!key) return "unknown";
  const print = await sha256(canonical({ crv: key.crv, kty: key.kty, x: key.x }));
  if (!equal(print, ofBase64(key.kid))) return "bad";
  // `at` is the time of the event. A key may sign it again later, when the key before has been retired.
  if (key.valid_until !== null && Date.parse(receipt.at) > Date.parse(key.valid_until)) return "bad";
  const { game, version, head, kid } = receipt;
  const signed = joined(utf8("maumau receipt v1\n"), canonical({ at: receipt.at, game, head, kid, version }));
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey("raw", ofBase64(key.x), "Ed25519", false, ["verify"]);
  } catch {
    return "unknown";
  }
  return (await crypto.subtle.verify("Ed25519", imported, ofBase64(receipt.signature), signed)) ? "good" : "bad";
}
