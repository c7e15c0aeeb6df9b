/** What is shown in place of a game that is not there yet, or that cannot be shown. */
import { t } from "@lingui/core/macro";
import type { Refused } from "../api/client";

export function Loading({ isLost }: { isLost: boolean }) {
  return (
    <main class="message" aria-busy={!isLost}>
      <p>{isLost ? t`There is no network, and this game is not on this device yet.` : t`One moment …`}</p>
    </main>
  );
}

export function Fault({ refused }: { refused: Refused }) {
  return (
    <main class="message">
      <h1>
        {refused.status === 404 || refused.status === 401 ? t`There is no such game for you` : t`That did not work`}
      </h1>
      <p>
        {refused.status === 401
          ? t`It is private, or it does not exist. A link to it may have been taken back.`
          : refused.message}
      </p>
      <a class="button" href="/">{t`To the start page`}</a>
    </main>
  );
}
