/** What surrounds every screen: the menu, on a phone as tabs within reach of the thumb, and short messages. */
import { t } from "@lingui/core/macro";
import type { ComponentChildren } from "preact";
import { ErrorBoundary, lazy, useLocation } from "preact-iso";
import { badge, unread } from "../account/badge";
import { account, ended } from "../api/session";
import { Icon } from "../icons/Icon";
import "./frame.css";
import { Offline } from "./Offline";
import { Toasts } from "./Toasts";

const SessionEnded = lazy(() => import("./SessionEnded").then(({ SessionEnded }) => SessionEnded));

export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  if (path.startsWith("/embed/")) return <>{children}</>;
  const isTable = path.startsWith("/g/");
  return (
    <div class={isTable ? "page at-table" : "page"}>
      <a class="skip" href="#content">{t`To the content`}</a>
      <header class="frame">
        <a class="brand" href="/" aria-label={t`Mau-Mau, to the start`}>
          Mau-Mau
        </a>
        <nav class="wide" aria-label={t`Main`}>
          <Item href="/" at={path} count={badge.value}>{t`My games`}</Item>
          <Item href="/lobby" at={path}>{t`Lobby`}</Item>
          <Item href="/watch" at={path}>{t`Watch`}</Item>
          <Item href="/variants" at={path}>{t`Variants`}</Item>
          <Item href="/standings" at={path}>{t`Standings`}</Item>
        </nav>
        <div class="own-links">
          <a class="icon-link wide" href="/new" aria-label={t`New game`} title={t`New game`}>
            <Icon name="plus" />
          </a>
          <a
            class="icon-link wide"
            href="/inbox"
            aria-current={path === "/inbox" ? "page" : undefined}
            title={t`Inbox`}
          >
            <Icon name="bell" />
            <span class="visually-hidden">{t`Inbox`}</span>
            <Count count={unread.value} />
          </a>
          <a
            class="icon-link account"
            href="/settings"
            aria-current={path === "/settings" ? "page" : undefined}
            title={t`Settings`}
          >
            <Icon name="person" />
            <span class="name">{account.value?.name ?? t`Settings`}</span>
          </a>
        </div>
      </header>
      <Offline />
      <div id="content" class="content" tabIndex={-1}>
        {ended.value ? (
          <ErrorBoundary>
            <SessionEnded player={ended.value} />
          </ErrorBoundary>
        ) : (
          children
        )}
      </div>
      <nav class="tabs" aria-label={t`Main`}>
        <Tab href="/" at={path} icon="home" count={badge.value}>{t`Games`}</Tab>
        <Tab href="/lobby" at={path} icon="people">{t`Lobby`}</Tab>
        <Tab href="/new" at={path} icon="plus">{t`New`}</Tab>
        <Tab href="/variants" at={path} icon="rules">{t`Variants`}</Tab>
        <Tab href="/inbox" at={path} icon="bell" count={unread.value}>{t`Inbox`}</Tab>
      </nav>
      <Toasts />
    </div>
  );
}

interface ItemProps {
  href: string;
  at: string;
  count?: number;
  children: ComponentChildren;
}

function Item({ href, at, count = 0, children }: ItemProps) {
  return (
    <a href={href} aria-current={isAt(href, at) ? "page" : undefined}>
      {children}
      <Count count={count} />
    </a>
  );
}

function Tab({ href, at, icon, count = 0, children }: ItemProps & { icon: Parameters<typeof Icon>[0]["name"] }) {
  return (
    <a href={href} aria-current={isAt(href, at) ? "page" : undefined}>
      <span class="picture">
        <Icon name={icon} />
        <Count count={count} />
      </span>
      {children}
    </a>
  );
}

function isAt(href: string, at: string): boolean {
  if (href === "/variants") return at === href || at.startsWith("/v/");
  return href === "/lobby" ? at === href || (innerWidth < 720 && at === "/watch") : at === href;
}

function Count({ count }: { count: number }) {
  return count > 0 ? <b class="badge">{count > 99 ? "99+" : count}</b> : null;
}
