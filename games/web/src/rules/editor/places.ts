/** Where in a TOML text something stands. */

interface Place {
  path: string[];
  /** The number of the line, from 1. */
  line: number;
}

const HEADER = /^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?/;
const KEY = /^\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_+=-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_+=-]+))*)\s*=\s*(.*)$/;

/** Return the words of a dotted key, without quotes. Keys of a patch begin with `+` or `=`, which is left out. */
export function wordsOf(key: string): string[] {
  return [...key.matchAll(/"([^"]*)"|'([^']*)'|([^.\s"']+)/g)].map(([, one, two, three]) =>
    (one ?? two ?? three ?? "").replace(/^[+=]/, ""),
  );
}

/** Return all keys and headers of a text with their lines. Lines within a text of several lines are no keys. */
export function placesOf(text: string): Place[] {
  const places: Place[] = [];
  const counts = new Map<string, number>();
  let header: string[] = [];
  let closing: string | null = null;
  for (const [at, line] of text.split("\n").entries()) {
    if (closing) {
      if (line.includes(closing)) closing = null;
      continue;
    }
    const opened = HEADER.exec(line);
    if (opened) {
      const words = wordsOf(opened[2] ?? "");
      if (opened[1] === "[[") {
        const name = words.join(".");
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        header = [...words.slice(0, -1), `${words.at(-1)}[${count}]`];
      } else header = words;
      places.push({ path: header, line: at + 1 });
      continue;
    }
    const [, key, value = ""] = KEY.exec(line) ?? [];
    if (!key) continue;
    places.push({ path: [...header, ...wordsOf(key)], line: at + 1 });
    const quotes = /^("""|''')/.exec(value)?.[1];
    if (quotes && !value.slice(3).includes(quotes)) closing = quotes;
  }
  return places;
}

/**
 * Return the line of a place that a report names, such as `penalty.seven.cards` or `examples[0].moves`: that of the key,
 * or of the nearest table around it. Null if nothing of it is there.
 */
export function lineOf(text: string, place: string): number | null {
  const asked = place
    .replace(/^changes\./, "")
    .replace(/^examples\[/, "example[")
    .split(".")
    .map((word) => word.replace(/^[+=]/, ""));
  if (place === "" || asked[0] === "toml") return null;
  let best: { line: number; common: number } | null = null;
  for (const { path, line } of placesOf(text)) {
    let common = 0;
    while (common < asked.length && common < path.length && same(path[common], asked[common])) common += 1;
    // A key that leads elsewhere is no place of it, except for tables on the way.
    if (common < path.length && common < asked.length && common === 0) continue;
    if (common > (best?.common ?? 0)) best = { line, common };
  }
  return best?.line ?? null;
}

/** Whether a word of a path is the one that is asked. The number of a list stands only where the text has headers. */
function same(written: string | undefined, asked: string | undefined): boolean {
  return written === asked || written === asked?.replace(/\[\d+\]$/, "");
}
