/** The numbered paragraphs of a rule text. */

const NUMBER = /^(?:\*\*)?([A-Z]{1,6}-\d{1,4})(?:\*\*)?[\s:.]/;

/** Return the number with which a block of Markdown begins, such as `MM-16`, or null. */
export function numberOf(block: string): string | null {
  return NUMBER.exec(`${block.trimStart()} `)?.[1] ?? null;
}

/** Return the paragraph with this number, in Markdown and without its number; null if the text has none. */
export function paragraphOf(text: string, number: string): string | null {
  for (const block of text.split(/\n\s*\n/)) {
    if (numberOf(block) === number) return block.trimStart().replace(NUMBER, "").trim();
  }
  return null;
}

export interface Reference {
  text: string;
  /** The paragraph that the text names, if it does. */
  number: string | null;
}

/** Return a text in parts, so that the paragraphs that it names can be links. */
export function references(text: string, known: (number: string) => boolean): Reference[] {
  const parts: Reference[] = [];
  let at = 0;
  for (const found of text.matchAll(/\b[A-Z]{1,6}-\d{1,4}\b/g)) {
    if (!known(found[0])) continue;
    if (found.index > at) parts.push({ text: text.slice(at, found.index), number: null });
    parts.push({ text: found[0], number: found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), number: null });
  return parts;
}

/** Return the examples of each paragraph, in their order. */
export function byParagraph<T extends { proves: readonly string[] }>(examples: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const example of examples) {
    for (const number of example.proves) found.set(number, [...(found.get(number) ?? []), example]);
  }
  return found;
}
