/** Which explanations a person has seen, on this device. */
import { signal } from "@preact/signals";
import { storage } from "../storage";

const KEPT = "explained";

export const known = signal<ReadonlySet<string>>(new Set(JSON.parse(storage.getItem(KEPT) ?? "[]") as string[]));

/** Remember that an explanation of a variant has been shown. */
export function learn(variant: string, id: string): void {
  known.value = new Set([...known.value, `${variant}:${id}`]);
  storage.setItem(KEPT, JSON.stringify([...known.value]));
}

/** Show everything once more. */
export function forget(): void {
  known.value = new Set();
  storage.removeItem(KEPT);
}
