/** How chance is made, what a check of it proves, and a check of the newest game of the person that is over. */
import { t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import { api, body } from "../api/client";
import { account } from "../api/session";
import { NotReady, useAnswer } from "../parts/answer";
import { Fairness } from "../replay/fairness/Fairness";
import { verdictName } from "../replay/fairness/verdicts";
import "../replay/replay.css";
import "./about.css";

export function About() {
  useEffect(() => {
    document.title = `${t`How chance is made and checked`} · Mau-Mau`;
    return () => {
      document.title = "Mau-Mau";
    };
  }, []);
  return (
    <main class="page about">
      <h1>{t`How chance is made and checked`}</h1>
      <p>{t`The service shuffles the cards. When a game is over, your browser checks how, and says how much that proves to you.`}</p>
      <ol>
        <li>{t`When a table is opened, the service chooses a secret number, the seed, and records a fingerprint of it. No other seed has this fingerprint.`}</li>
        <li>{t`Whenever you sit down, this page adds a random text of yours, a nonce, and keeps it on this device. With sealed chance, nobody else knows it before all seats are taken. At other tables the service knows it at once.`}</li>
        <li>{t`All shuffles follow from the seed and the nonces. While the game runs, only the service knows the seed.`}</li>
        <li>{t`Each event of the game has a fingerprint that includes the one before it. This device keeps fingerprints that the service has signed, so that you notice if the game is changed later.`}</li>
        <li>{t`When the game is over, everything is open. Your browser computes all shuffles and fingerprints again.`}</li>
      </ol>
      <h2>{t`What a check proves`}</h2>
      <dl>
        <dt>{verdictName("proved")}</dt>
        <dd>{t`The chance was sealed, and this device kept your nonce and a receipt from before it was opened. The service could not choose the cards.`}</dd>
        <dt>{verdictName("as far as you can know")}</dt>
        <dd>{t`Your nonce counted, but the service could know it too early, or this device kept too little.`}</dd>
        <dt>{verdictName("not proved")}</dt>
        <dd>{t`The game still runs, no nonce is known to be yours, or something is wrong.`}</dd>
      </dl>
      <p>{t`No check shows whether the service lets somebody see hidden cards.`}</p>
      <h2>{t`A live check`}</h2>
      {account.value ? <Check /> : <None />}
    </main>
  );
}

function Check() {
  const player = account.value?.id ?? "";
  const newest = useAnswer(async () => {
    const params = { path: { player }, query: { limit: 1 } };
    return (await body(api.GET("/api/v1/players/{player}/games", { params }))).items[0] ?? null;
  }, [player]);
  if (newest.state !== "ready") return <NotReady answer={newest} />;
  if (!newest.value) return <None />;
  const { id } = newest.value;
  return (
    <>
      <p>
        {t`This is your last game that is over.`} <a href={`/g/${id}`}>{t`See the game`}</a>
      </p>
      <Fairness game={id} />
    </>
  );
}

function None() {
  return (
    <p>{t`When a game of yours is over, it is checked here. You can check each game that you look back at, too: choose “Fairness”.`}</p>
  );
}
