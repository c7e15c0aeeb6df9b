/** What only players may see. Without an account one tap makes a guest, and the screen goes on. */
import { t } from "@lingui/core/macro";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isOffline } from "../api/client";
import { account, ensureAccount } from "../api/session";

export function SignedIn({ why, children }: { why: string; children: ComponentChildren }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  if (account.value) return <>{children}</>;
  const begin = async () => {
    setBusy(true);
    setFault("");
    try {
      await ensureAccount();
    } catch (error) {
      setFault(isOffline(error) ? t`There is no network.` : t`That did not work. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="for-players">
      <p>{why}</p>
      <button type="button" class="primary" disabled={isBusy} onClick={() => void begin()}>
        {t`Look around as a guest`}
      </button>
      {fault && <p role="alert">{fault}</p>}
    </div>
  );
}
