import { t } from "@lingui/core/macro";
import type { OwnGame } from "../api/types";

/** Return what a game asks of the person, in a few words. */
export function asked(ask: OwnGame["ask"], nonce: OwnGame["nonce_due"]): string {
  if (nonce) return t`Open it, so that the game can start`;
  switch (ask) {
    case "drawn":
      return t`You have drawn: play or pass`;
    case "answer":
      return t`Answer, or accept`;
    case "must-follow":
      return t`One more card`;
    case "may-follow":
      return t`One more card, if you like`;
    case "cut":
      return t`Cut the stock`;
    case "keep":
      return t`Keep cards of the cut`;
    case "name":
      return t`Name a suit`;
    case "believe":
      return t`Believe it, or doubt`;
    case "rescue":
      return t`This card can save you`;
    default:
      return t`Play or draw`;
  }
}
