/** The page: its frame, and which screen belongs to which address. */
import { t } from "@lingui/core/macro";
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { account } from "./api/session";
import { Home } from "./home/Home";
import { badge } from "./home/waiting";

const EmbeddedReplay = lazy(() => import("./replay/EmbeddedReplay").then(({ EmbeddedReplay }) => EmbeddedReplay));
const TablePage = lazy(() => import("./table/TablePage").then(({ TablePage }) => TablePage));

export function App() {
  return (
    <LocationProvider>
      <Frame />
      <ErrorBoundary>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/g/:id" component={TablePage} />
          <Route path="/embed/:id" component={EmbeddedReplay} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </LocationProvider>
  );
}

function Frame() {
  // In a frame of another page a game stands alone.
  if (useLocation().path.startsWith("/embed/")) return null;
  return (
    <header class="frame">
      <a class="brand" href="/">
        Mau-Mau
      </a>
      <nav aria-label={t`Main`}>
        <a href="/lobby">{t`Lobby`}</a>
        <a href="/variants">{t`Variants`}</a>
        {account.value && (
          <a class="mine" href="/">
            {t`My games`}
            {badge.value > 0 && <b class="badge">{badge.value}</b>}
          </a>
        )}
        <a href="/settings">{account.value?.name ?? t`Settings`}</a>
      </nav>
    </header>
  );
}

function NotFound() {
  return (
    <main class="message">
      <h1>{t`There is nothing here`}</h1>
      <a class="button" href="/">{t`To the start page`}</a>
    </main>
  );
}
