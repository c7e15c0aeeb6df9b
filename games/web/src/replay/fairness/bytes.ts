/** Bytes as the service hashes them: docs/explanation/fairness.md says how each text is made. */

export type Bytes = Uint8Array<ArrayBuffer>;

const ENCODER = new TextEncoder();

export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

/** Return the bytes of hexadecimal digits. Throws RangeError for anything else. */
export function ofHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new RangeError(`${text.slice(0, 80)} are not hexadecimal digits`);
  return Uint8Array.from({ length: text.length / 2 }, (_, place) =>
    Number.parseInt(text.slice(2 * place, 2 * place + 2), 16),
  );
}

export function toHex(bytes: Bytes): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the 32 bytes of a hash that is written as `sha256:…`. Throws RangeError for any other length. */
export function ofHash(text: string): Bytes {
  if (!/^sha256:[0-9a-f]{64}$/.test(text)) throw new RangeError(`${text.slice(0, 80)} is no hash`);
  return ofHex(text.slice(7));
}

/** Return the bytes of base64url without padding. */
export function ofBase64(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

export function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Return parts joined, each with its length in front as eight bytes, big-endian. */
export function framed(...parts: readonly Bytes[]): Bytes {
  return joined(
    ...parts.flatMap((part) => {
      const length = new Uint8Array(8);
      new DataView(length.buffer).setUint32(4, part.length);
      return [length, part];
    }),
  );
}

/** Return a value as JSON with sorted keys and no blanks, in UTF-8. */
export function canonical(value: unknown): Bytes {
  return utf8(JSON.stringify(sorted(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}

export function equal(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** Return the seal of a nonce: its SHA-256 in hexadecimal digits. */
export async function sealOf(nonce: string): Promise<string> {
  return toHex(await sha256(utf8(nonce)));
}
