/** The share link of a private game, which its players make and take back. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { api, body, isOffline, Refused } from "../api/client";
import type { components } from "../api/schema";
import { Copied } from "./Copied";

type ShareLink = components["schemas"]["ShareLink"];
const PATH = "/api/v1/games/{game}/share";

interface Props {
  game: string;
  onCode: (code: string | null) => void;
}

export function SecretLink({ game, onCode }: Props) {
  const [link, setLink] = useState<ShareLink | null>(null);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const params = { path: { game } };

  async function send(request: () => Promise<ShareLink | null>): Promise<void> {
    setBusy(true);
    setFault("");
    try {
      const found = await request();
      setLink(found ?? { code: null, url: null, created_at: null });
      onCode(found?.code ?? null);
    } catch (error) {
      if (isOffline(error)) setFault(t`There is no network.`);
      else if (error instanceof Refused) setFault(error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => void send(() => body(api.GET(PATH, { params }))), [game]);

  const takeBack = async () => {
    await body(api.DELETE(PATH, { params }));
    return null;
  };
  return (
    <div class="secret-link">
      {link?.url ? (
        <>
          <Copied label={t`Secret link to this private game`} text={link.url} />
          <p>{t`Whoever has it sees the whole game, with all cards, until a player takes it back.`}</p>
          <button type="button" disabled={isBusy} onClick={() => void send(takeBack)}>{t`Take it back`}</button>
        </>
      ) : (
        <>
          <p>{t`This game is private: only its players can open it. You can make a secret link for others.`}</p>
          <button
            type="button"
            disabled={isBusy || !link}
            onClick={() => void send(() => body(api.PUT(PATH, { params })))}
          >
            {t`Make a secret link`}
          </button>
        </>
      )}
      {fault && <p role="alert">{fault}</p>}
    </div>
  );
}
