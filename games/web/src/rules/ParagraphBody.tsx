import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "preact/hooks";
import { api, body } from "../api/client";
import { language } from "../i18n";
import { NotReady, useAnswer } from "../parts/answer";
import { ExamplePicture } from "./ExamplePicture";
import { Markdown } from "./Markdown";
import type { Props } from "./Paragraph";
import { paragraphOf } from "./paragraphs";

export function ParagraphBody({ game, paragraph, example }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const params = { path: { game }, query: { lang: language() } };
  const answer = useAnswer(() => body(api.GET("/api/v1/games/{game}/rules", { params })), [game]);
  const isThere = answer.state === "ready";
  useEffect(() => {
    if (isThere) place.current?.focus();
  }, [isThere]);
  if (!isThere) return <NotReady answer={answer} />;

  const { ruleset, text, kernel, examples } = answer.value;
  const said = paragraphOf(text, paragraph) ?? paragraphOf(kernel, paragraph);
  const named = example?.split("#")[1];
  const shown =
    examples.find(({ id }) => id === named) ?? examples.find(({ proves }) => proves.includes(paragraph)) ?? null;
  return (
    <div class="paragraph" ref={place} tabIndex={-1}>
      <p class="number">
        <a href={`/v/${ruleset.key}#${paragraph}`}>{paragraph}</a>
      </p>
      {said && <Markdown text={said} />}
      {shown && (
        <>
          <h3>{t`For example`}</h3>
          <ExamplePicture example={shown} pack={packOf(answer.value.rules)} />
        </>
      )}
    </div>
  );
}

/** Return the pack of rules as data. */
export function packOf(rules: Readonly<Record<string, unknown>>): string {
  const deck = rules.deck as { pack?: string } | undefined;
  return deck?.pack ?? "french";
}
