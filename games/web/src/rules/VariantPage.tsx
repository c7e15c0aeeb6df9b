/** A variant: its rules in ten lines, its options, the whole text with examples as pictures, and its leaderboard. */
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api, body } from "../api/client";
import { account } from "../api/session";
import type { Example, Variant, VariantOption } from "../api/types";
import { Card } from "../cards/Card";
import { language } from "../i18n";
import { familyOf, looks, skinOf } from "../looks/looks";
import { NotReady, useAnswer } from "../parts/answer";
import { cardName } from "../parts/words";
import { Leaderboard } from "../players/Leaderboard";
import "./rules.css";
import { ExamplePicture } from "./ExamplePicture";
import { Markdown } from "./Markdown";
import { byParagraph } from "./paragraphs";
import { showcase } from "./showcase";
import { playerCount } from "./VariantsPage";
import { choiceText, valueText } from "./values";

interface Book {
  text: string;
  kernel: string;
  examples: Example[];
}

export function VariantPage({ variant: key = "" }: { variant?: string }) {
  const variant = useAnswer(
    () => body(api.GET("/api/v1/variants/{key}", { params: { path: { key }, query: { lang: language() } } })),
    [key],
  );
  if (variant.state !== "ready") {
    return (
      <main class="page">
        <NotReady answer={variant} />
      </main>
    );
  }
  return <Known key={key} variant={variant.value} />;
}

function Known({ variant }: { variant: Variant }) {
  const { key, name, sketch, pack, in_short: lines } = variant;
  useEffect(() => {
    document.title = `${name} · Mau-Mau`;
    return () => {
      document.title = "Mau-Mau";
    };
  }, [name]);
  return (
    <main class={`page variant ${familyOf(key)}`}>
      <header class="banner">
        <div>
          <p class="players">{playerCount(variant)}</p>
          <h1>{name}</h1>
          {sketch && <p class="sketch">{sketch}</p>}
          <div class="row">
            <a class="button primary big" href={`/new?variant=${key}`}>{t`Play`}</a>
            {variant.author !== null && variant.author === account.value?.id ? (
              <a class="button" href={`/v/new?whole=${key}`}>{t`Write a new edition`}</a>
            ) : (
              <a class="button" href={`/v/new?base=${key}`}>{t`Change these rules`}</a>
            )}
          </div>
          {variant.author && (
            <p class="by">
              <a href={`/p/${variant.author}`}>{t`Who wrote these rules`}</a>
            </p>
          )}
        </div>
        <div class="fan" aria-hidden="true">
          {showcase(lines).map((card) => (
            <Card key={card} card={card} skin={skinOf(pack)} fourColour={looks.value.fourColour} />
          ))}
        </div>
      </header>
      <nav class="parts" aria-label={t`On this page`}>
        <a href="#short">{t`In short`}</a>
        {variant.options.length > 0 && <a href="#options">{t`Options`}</a>}
        <a href="#rules">{t`All rules`}</a>
        <a href="#leaderboard">{t`Leaderboard`}</a>
      </nav>
      <InShort lines={lines} pack={pack} />
      {variant.options.length > 0 && <Options options={variant.options} />}
      <Rules variant={variant} />
      <section id="leaderboard">
        <h2>{t`Leaderboard`}</h2>
        <Leaderboard variant={key} />
      </section>
    </main>
  );
}

/** The rules in about ten lines. Lines about cards show them. */
function InShort({ lines, pack }: { lines: Variant["in_short"]; pack: string }) {
  return (
    <section id="short">
      <h2>{t`In short`}</h2>
      <ul class="in-short">
        {lines.map(({ text, cards }) => (
          <li key={text} class={cards.length > 0 ? "special" : ""}>
            {cards.length > 0 && <Special cards={cards} pack={pack} />}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FANNED = 4;

function Special({ cards, pack }: { cards: readonly string[]; pack: string }) {
  const ranks = [...new Set(cards.map((card) => (card === "X" ? card : card.slice(0, -1))))];
  // One card for each rank where there are many ranks, all cards where there is one rank or a few single cards.
  const shown = ranks.length > 1 ? ranks.map((rank) => cards.find((card) => card.startsWith(rank)) ?? rank) : cards;
  return (
    <span class="special-cards" role="img" aria-label={shown.map((card) => cardName(card, pack)).join(", ")}>
      {shown.slice(0, FANNED).map((card) => (
        <Card key={card} card={card} skin={skinOf(pack)} fourColour={looks.value.fourColour} small />
      ))}
      {shown.length > FANNED && <b>+{shown.length - FANNED}</b>}
    </span>
  );
}

function Options({ options }: { options: readonly VariantOption[] }) {
  return (
    <section id="options">
      <h2>{t`Options`}</h2>
      <p class="faint">{t`Whoever opens a table can choose these.`}</p>
      <dl class="options">
        {options.map((option) => (
          <div key={option.name}>
            <dt>
              {option.label} <a href={`#${option.paragraph}`}>{option.paragraph}</a>
            </dt>
            <dd>
              {option.about}
              <span class="choices">
                <b>{t`usually: ${valueText(option.default_value)}`}</b>
                {choiceText(option) && <span>{t`or: ${choiceText(option)}`}</span>}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The whole text with the examples of each paragraph, and below it the rules that all variants share. */
function Rules({ variant }: { variant: Variant }) {
  const content = variant.hash;
  const book = useAnswer<Book>(async () => {
    const path = { content };
    const [ruleset, examples] = await Promise.all([
      body(api.GET("/api/v1/rulesets/{content}", { params: { path } })),
      body(api.GET("/api/v1/rulesets/{content}/examples", { params: { path } })),
    ]);
    return { text: ruleset.text, kernel: ruleset.kernel, examples: examples.items };
  }, [content]);
  return (
    <section id="rules">
      <h2>{t`All rules`}</h2>
      {book.state === "ready" ? <Text book={book.value} pack={variant.pack} /> : <NotReady answer={book} />}
    </section>
  );
}

function Text({ book, pack }: { book: Book; pack: string }) {
  const { text, kernel } = book;
  const examples = useMemo(() => byParagraph(book.examples), [book.examples]);
  const [isKernelOpen, openKernel] = useState(() => kernelHas(kernel, location.hash));
  const known = (number: string) =>
    text.includes(`${number}**`) || text.includes(`${number} `) || kernel.includes(`**${number}**`);

  useEffect(() => {
    const open = () => {
      if (kernelHas(kernel, location.hash)) openKernel(true);
      // The text may be there only now.
      requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
    };
    if (location.hash) open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [kernel]);

  const after = (number: string) => {
    const found = examples.get(number);
    return found && <Examples examples={found} pack={pack} />;
  };
  return (
    <div class="book">
      {text.trim() === "" && <p class="faint">{t`The author has written no text. What counts is in short above.`}</p>}
      <Markdown text={withoutTitle(text)} level={2} known={known} after={after} />
      <details class="kernel" open={isKernelOpen} onToggle={(event) => openKernel(event.currentTarget.open)}>
        <summary>{t`Rules that all variants share`}</summary>
        {isKernelOpen && <Markdown text={withoutTitle(kernel)} level={2} known={known} after={after} />}
      </details>
    </div>
  );
}

/** The examples of a paragraph. They are drawn when somebody opens them: a variant may have hundreds. */
function Examples({ examples, pack }: { examples: readonly Example[]; pack: string }) {
  const [isOpen, open] = useState(false);
  const count = examples.length;
  return (
    <details class="examples" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>{count === 1 ? t`Example` : t`Examples (${count})`}</summary>
      {isOpen && examples.map((example) => <ExamplePicture key={example.id} example={example} pack={pack} />)}
    </details>
  );
}

function kernelHas(kernel: string, hash: string): boolean {
  return hash.length > 1 && kernel.includes(`**${hash.slice(1)}**`);
}

/** Return a text without its title, and without its table of options: the page shows both. */
function withoutTitle(text: string): string {
  return text
    .split("\n\n")
    .filter((block, at) => !(at === 0 && block.startsWith("# ")) && !block.startsWith("| option |"))
    .join("\n\n");
}
