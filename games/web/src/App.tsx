/** The page: which screen belongs to which address. */
import { t } from "@lingui/core/macro";
import { ErrorBoundary, LocationProvider, lazy, Route, Router } from "preact-iso";
import { Frame } from "./app/Frame";
import { Home } from "./home/Home";

const About = lazy(() => import("./about/About").then(({ About }) => About));
const EditorPage = lazy(() => import("./rules/editor/EditorPage").then(({ EditorPage }) => EditorPage));
const EmbeddedReplay = lazy(() => import("./replay/EmbeddedReplay").then(({ EmbeddedReplay }) => EmbeddedReplay));
const TablePage = lazy(() => import("./table/TablePage").then(({ TablePage }) => TablePage));
const PlayerPage = lazy(() => import("./players/PlayerPage").then(({ PlayerPage }) => PlayerPage));
const StandingsPage = lazy(() => import("./players/StandingsPage").then(({ StandingsPage }) => StandingsPage));
const VariantPage = lazy(() => import("./rules/VariantPage").then(({ VariantPage }) => VariantPage));
const VariantsPage = lazy(() => import("./rules/VariantsPage").then(({ VariantsPage }) => VariantsPage));
const NewGame = lazy(() => import("./new/NewGame").then(({ NewGame }) => NewGame));
const Lobby = lazy(() => import("./lobby/Lobby").then(({ Lobby }) => Lobby));
const Watch = lazy(() => import("./lobby/Watch").then(({ Watch }) => Watch));
const PuzzlesPage = lazy(() => import("./puzzles/PuzzlesPage").then(({ PuzzlesPage }) => PuzzlesPage));
const Join = lazy(() => import("./join/Join").then(({ Join }) => Join));
const Inbox = lazy(() => import("./inbox/Inbox").then(({ Inbox }) => Inbox));
const Settings = lazy(() => import("./settings/Settings").then(({ Settings }) => Settings));

export function App() {
  return (
    <LocationProvider>
      <Frame>
        <ErrorBoundary>
          <Router>
            <Route path="/" component={Home} />
            <Route path="/g/:id" component={TablePage} />
            <Route path="/embed/:id" component={EmbeddedReplay} />
            <Route path="/new" component={NewGame} />
            <Route path="/lobby" component={Lobby} />
            <Route path="/watch" component={Watch} />
            <Route path="/puzzles" component={PuzzlesPage} />
            <Route path="/join/:code" component={Join} />
            <Route path="/variants" component={VariantsPage} />
            <Route path="/v/new" component={EditorPage} />
            <Route path="/v/:variant" component={VariantPage} />
            <Route path="/p/:player" component={PlayerPage} />
            <Route path="/standings" component={StandingsPage} />
            <Route path="/inbox" component={Inbox} />
            <Route path="/settings" component={Settings} />
            <Route path="/about" component={About} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </Frame>
    </LocationProvider>
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
