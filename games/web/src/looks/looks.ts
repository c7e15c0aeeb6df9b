/** How the page looks: the choices of the person, kept on this device. */
import { effect, signal } from "@preact/signals";
import type { Skin } from "../cards/skins";
import { storage } from "../storage";

export type { Skin };

export type Sorting = "suit" | "rank" | "none";

interface Choices {
  fourColour: boolean;
  sorting: Sorting;
  scheme: "system" | "light" | "dark";
  skin: Skin | "table";
  sound: boolean;
  haptics: boolean;
  /** How events are shown: cards that travel, twice as fast, or only the table after each event. */
  motion: "normal" | "fast" | "off";
  /** Whether the table explains cards and moves when they first matter. */
  explains: boolean;
}

const KEPT = "looks";
const DEFAULTS: Choices = {
  fourColour: false,
  sorting: "suit",
  scheme: "system",
  skin: "table",
  sound: false,
  haptics: true,
  motion: "normal",
  explains: false,
};

export const looks = signal<Choices>({ ...DEFAULTS, ...JSON.parse(storage.getItem(KEPT) ?? "{}") });
/** The pack in which the table on the screen is drawn. */
export const skin = signal<Skin>("french");

effect(() => {
  storage.setItem(KEPT, JSON.stringify(looks.value));
  document.documentElement.dataset.scheme = looks.value.scheme;
});

export function setLooks(changed: Partial<Choices>): void {
  looks.value = { ...looks.value, ...changed };
}

/** Return the pack in which to draw a table of this pack. */
export function skinOf(pack: string): Skin {
  const chosen = looks.value.skin;
  return chosen === "table" ? (pack as Skin) : chosen;
}

const FAMILIES: Record<string, string> = {
  mau_mau: "green",
  mau_mau_official: "green",
  mau_mau_two_deck: "green",
  neuner: "green",
  prsi: "burgundy",
  faraon: "burgundy",
  macau: "burgundy",
  tschau_sepp: "burgundy",
  pesten: "slate",
  switch: "slate",
  puque: "slate",
  crazy_eights: "night",
  haft_khabis: "night",
};

/** Return the colour of the table of a variant. */
export function familyOf(variant: string): string {
  return FAMILIES[variant] ?? "green";
}
