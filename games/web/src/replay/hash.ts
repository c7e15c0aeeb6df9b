/** What follows `#` in the address of a game: a moment of it, and the code of its share link. No request has it. */

export const REPLAY = "#replay";
/** What follows the address of a game to look back at it from the start. */

interface Place {
  version: number | null;
  code: string | null;
}

/** Read what follows an address, such as `#119&share=tGm…`. */
export function placeOf(hash: string): Place {
  const parts = hash.replace(/^#/, "").split("&");
  const version = parts.find((part) => /^\d{1,9}$/.test(part));
  const code = parts.find((part) => /^share=[\w-]+$/.test(part));
  return { version: version === undefined ? null : Number(version), code: code ? code.slice("share=".length) : null };
}

/** Whether an address asks for the replay, from the start or at a moment. */
export function isReplay(hash: string): boolean {
  const { version, code } = placeOf(hash);
  return hash === REPLAY || version !== null || code !== null;
}

/** Return what follows the address of a place, empty for the game itself. */
export function hashOf({ version, code }: Place): string {
  const parts = [...(version === null ? [] : [String(version)]), ...(code === null ? [] : [`share=${code}`])];
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}
