/**
 * What the browser keeps for the page. A browser may deny it, most of all to a frame in another page: then the same
 * things are kept in memory, and are gone with the page.
 */

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

class Memory implements Kept {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

function open(): Kept {
  try {
    return window.localStorage;
  } catch {
    return new Memory();
  }
}

export const storage = open();

/** Return all keys that begin with a prefix. */
export function keysWith(prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(prefix));
}
