import { t } from "@lingui/core/macro";

/** Return what a kind of notice is called. Kinds that came later have the name that the service gives them. */
export function kindName(kind: string): string {
  return (
    {
      "your-turn": t`Your turn`,
      "deadline-near": t`Your time runs out`,
      "last-hour": t`One hour left`,
      "game-over": t`A game is over`,
      "table-expired": t`A table has found no players`,
      invitation: t`Somebody invites you`,
      rematch: t`Somebody wants to play again`,
      "seat-taken": t`Somebody sits down at your table`,
      proposal: t`Somebody asks for your vote`,
    }[kind] ?? kind
  );
}
