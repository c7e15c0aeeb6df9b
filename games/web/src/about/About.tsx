/** How chance is kept fair, in short, with a check of the newest game of the person that is over. */
import { t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import { api, body } from "../api/client";
import { account } from "../api/session";
import { NotReady, useAnswer } from "../parts/answer";
import { Fairness } from "../replay/fairness/Fairness";
import "../replay/replay.css";
import "./about.css";

export function About() {
  useEffect(() => {
    document.title = `${t`How chance is kept fair`} · Mau-Mau`;
    return () => {
      document.title = "Mau-Mau";
    };
  }, []);
  return (
    <main class="page about">
      <h1>{t`How chance is kept fair`}</h1>
      <p>{t`Nobody can stack the cards: not the players, and not the service. When a game is over, your browser can prove it.`}</p>
      <ol>
        <li>{t`Before anybody sits down, the service chooses a secret number, the seed, and shows a fingerprint of it. So it cannot choose another one later.`}</li>
        <li>{t`Each player may add a number of their own. Then the service does not know the cards when it chooses the seed.`}</li>
        <li>{t`All shuffles follow from these numbers. While the game runs, nobody sees the seed.`}</li>
        <li>{t`Each event of the game has a fingerprint that includes the one before it. So nothing can be changed later without a trace.`}</li>
        <li>{t`When the game is over, everything is open. Your browser computes all shuffles and fingerprints again.`}</li>
      </ol>
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
