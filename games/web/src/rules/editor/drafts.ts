/** Texts of rulesets that are kept on this device until they are published: one for each variant to begin from. */

const KEPT = "ruleset-drafts";

interface Drafts {
  /** The variant of the text that was written last. */
  last: string;
  texts: Record<string, string>;
}

function drafts(): Drafts | null {
  const kept = localStorage.getItem(KEPT);
  return kept ? (JSON.parse(kept) as Drafts) : null;
}

/** Return the variant from which the last text began, or null if there is none. */
export function lastBase(): string | null {
  return drafts()?.last ?? null;
}

/** Return the text that changes this variant, or null if there is none. */
export function draftOf(base: string): string | null {
  return drafts()?.texts[base] ?? null;
}

/** Keep a text, or forget the one that is kept if it is null. */
export function keep(base: string, text: string | null): void {
  const { [base]: _, ...others } = drafts()?.texts ?? {};
  const texts = text === null ? others : { ...others, [base]: text };
  localStorage.setItem(KEPT, JSON.stringify({ last: base, texts } satisfies Drafts));
}
