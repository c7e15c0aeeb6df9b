/** The verdicts on a game and their reasons in the words of the page, as docs/check_fairness.py gives them in English. */
import { t } from "@lingui/core/macro";
import type { Reason, Verdict } from "./check";

export function verdictName(verdict: Verdict): string {
  const names: Record<Verdict, string> = {
    proved: t`Proved`,
    "as far as you can know": t`As far as you can know`,
    "not proved": t`Not proved`,
  };
  return names[verdict];
}

export function because(reason: Reason): string {
  const reasons: Record<Reason, string> = {
    wrong: t`Something is wrong that cannot happen in a fair game.`,
    running: t`The game is not over, so the seed is still secret.`,
    unplayed: t`The table was closed before a card was dealt.`,
    nobody: t`No seat gave a nonce of its own, so the service could choose every card.`,
    stranger: t`No nonce is known to be yours, so you must trust the players who gave theirs.`,
    house: t`Your seat gave no nonce of its own, so you must trust the players who gave theirs.`,
    lost: t`You did not keep your nonce, so you cannot know whether it counted.`,
    unsealed: t`Your nonce is in, but the service could see it before it chose the seed or the last nonce.`,
    receipt: t`You kept no receipt from before you opened your nonce, so the game may have changed then.`,
    key: t`The signature of a receipt could not be checked, so it may not be from the service.`,
    reused: t`A seat sealed a nonce that had been open before, so others could choose theirs to match it.`,
    stopped: t`Nonces were opened and voided, so somebody may have stopped the game because of its cards.`,
    proved: t`The seed was fixed before your nonce was known, and every card follows from seed and nonces.`,
  };
  return reasons[reason];
}
