/** Texts of rulesets that are kept on this device until they are published: one for each variant to begin from. */
import { storage } from "../../storage";

const KEPT = "ruleset-drafts";

interface Drafts {
  /** The variant of the text that was written last. */
  last: string;
  texts: Record<string, string>;
  /** The packs with which the examples of these texts are drawn. */
  packs?: Record<string, string>;
}

export interface Draft {
  text: string;
  pack: string;
}

function drafts(): Drafts | null {
  const kept = storage.getItem(KEPT);
  return kept ? (JSON.parse(kept) as Drafts) : null;
}

/** Return the variant from which the last text began, or null if there is none. */
export function lastBase(): string | null {
  return drafts()?.last ?? null;
}

/** Return the text that changes this variant, or null if there is none. */
export function draftOf(base: string): Draft | null {
  const kept = drafts();
  const text = kept?.texts[base];
  return text === undefined ? null : { text, pack: kept?.packs?.[base] ?? "french" };
}

/** Keep a text, or forget the one that is kept if it is null. */
export function keep(base: string, draft: Draft | null): void {
  const kept = drafts();
  const { [base]: _text, ...texts } = kept?.texts ?? {};
  const { [base]: _pack, ...packs } = kept?.packs ?? {};
  if (draft) {
    texts[base] = draft.text;
    packs[base] = draft.pack;
  }
  storage.setItem(KEPT, JSON.stringify({ last: base, texts, packs } satisfies Drafts));
}
