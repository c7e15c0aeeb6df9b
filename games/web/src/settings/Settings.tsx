/** The account, notices, looks, sessions and data of the person. */
import { t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import { fetchProfile } from "../account/profile";
import { isOffline } from "../api/client";
import { account } from "../api/session";
import { Account } from "./Account";
import { Data } from "./Data";
import { Inviters } from "./Inviters";
import { Looks } from "./Looks";
import { Notices } from "./Notices";
import { Sessions } from "./Sessions";
import "./settings.css";

export function Settings() {
  const player = account.value?.id;
  useEffect(() => {
    if (!player) return;
    // The person may have changed it elsewhere, or confirmed an address.
    fetchProfile().catch((error) => {
      if (!isOffline(error)) throw error;
    });
  }, [player]);
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <main class="page settings">
      <h1>{t`Settings`}</h1>
      <nav class="chapters" aria-label={t`Settings`}>
        <a href="#account">{t`Account`}</a>
        {player && <a href="#invitations">{t`Invitations`}</a>}
        {player && <a href="#notices">{t`Notices`}</a>}
        <a href="#looks">{t`Looks and sound`}</a>
        {player && <a href="#sessions">{t`Devices`}</a>}
        {player && <a href="#data">{t`Your data`}</a>}
      </nav>
      <Account />
      {player && <Inviters key={`inviters ${player}`} />}
      {player && <Notices key={`notices ${player}`} />}
      <Looks />
      {player && <Sessions key={`sessions ${player}`} />}
      {player && <Data key={`data ${player}`} />}
      <p class="about">
        <a href="/about">{t`How chance is made and checked`}</a> · <a href="/docs/">{t`Documentation`}</a>
      </p>
    </main>
  );
}
