import { t } from "@lingui/core/macro";

/** Return what to show for each kind of notice that is pushed. Names and cards are never in it. */
export function noticeTexts(): Record<string, string> {
  return {
    "your-turn": t`It is your turn`,
    "deadline-near": t`Your time is running out`,
    "last-hour": t`You have one hour left`,
    "game-over": t`Your game is over`,
    "table-expired": t`Your table has found no players`,
    invitation: t`You are invited to a game`,
    rematch: t`Somebody wants to play again`,
    "seat-taken": t`Somebody sat down at your table`,
    proposal: t`Somebody asks for your vote`,
  };
}
