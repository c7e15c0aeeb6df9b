/** Which parts make each court card. */

import type { Rank, Suit } from "../../notation";
import type { Skin } from "../../skins";
import { mirrored } from "../draw";
import { HATS } from "./hats";
import { BEARDS, FRINGE, face, HAIR, neck } from "./heads";
import { fist, HELD } from "./held";
import { CLOTH, COLLARS, sleeve } from "./robes";

export interface Figure {
  readonly hair: keyof typeof HAIR;
  readonly fringe?: keyof typeof FRINGE;
  readonly beard?: keyof typeof BEARDS;
  readonly hat: keyof typeof HATS;
  readonly cloth: keyof typeof CLOTH;
  readonly collar: keyof typeof COLLARS;
  /** What the hand holds; `sign` is the sign of the suit. */
  readonly held: keyof typeof HELD;
  /** Whether the face looks the other way. */
  readonly turned?: boolean;
}

export type Court = Extract<Rank, "J" | "Q" | "K">;
export type Figures = Readonly<Record<`${Court}${Suit}`, Figure>>;

const FRENCH: Figures = {
  KS: { hair: "locks", beard: "pointed", hat: "points", cloth: "chevrons", collar: "ermine", held: "sword" },
  KH: { hair: "curls", beard: "curly", hat: "fleurons", cloth: "scales", collar: "ermine", held: "orb", turned: true },
  KD: { hair: "locks", beard: "forked", hat: "walls", cloth: "lozenges", collar: "cape", held: "axe", turned: true },
  KC: { hair: "curls", beard: "full", hat: "closed", cloth: "stripes", collar: "ermine", held: "sceptre" },
  QS: { hair: "bob", fringe: "parted", hat: "diadem", cloth: "chevrons", collar: "fan", held: "lily", turned: true },
  QH: { hair: "long", fringe: "parted", hat: "coronet", cloth: "scales", collar: "neckline", held: "rose" },
  QD: { hair: "braids", fringe: "parted", hat: "pearls", cloth: "lozenges", collar: "round", held: "mirror" },
  QC: {
    hair: "rolls",
    fringe: "swept",
    hat: "petals",
    cloth: "stripes",
    collar: "pearls",
    held: "sprig",
    turned: true,
  },
  JS: { hair: "bob", fringe: "straight", hat: "beret", cloth: "chevrons", collar: "ruff", held: "halberd" },
  JH: { hair: "curls", fringe: "swept", hat: "flat", cloth: "slashes", collar: "points", held: "lute", turned: true },
  JD: { hair: "bob", fringe: "swept", hat: "notched", cloth: "lozenges", collar: "buttons", held: "arrow" },
  JC: {
    hair: "bob",
    fringe: "straight",
    hat: "pointed",
    cloth: "stripes",
    collar: "scarf",
    held: "falcon",
    turned: true,
  },
};

const GERMAN: Figures = {
  KS: { hair: "waves", beard: "full", hat: "fleurons", cloth: "quarters", collar: "ermine", held: "sceptre" },
  KH: { hair: "locks", beard: "forked", hat: "closed", cloth: "scales", collar: "cape", held: "sword", turned: true },
  KD: { hair: "curls", beard: "curly", hat: "points", cloth: "slashes", collar: "ermine", held: "cup" },
  KC: { hair: "locks", beard: "pointed", hat: "walls", cloth: "lozenges", collar: "cape", held: "orb", turned: true },
  QS: { hair: "bob", beard: "moustache", hat: "broad", cloth: "laces", collar: "points", held: "sign" },
  QH: { hair: "curls", beard: "goatee", hat: "broad", cloth: "quarters", collar: "ruff", held: "sign", turned: true },
  QD: {
    hair: "locks",
    beard: "moustache",
    hat: "slashed",
    cloth: "chevrons",
    collar: "ruff",
    held: "sign",
    turned: true,
  },
  QC: { hair: "waves", beard: "goatee", hat: "slashed", cloth: "laces", collar: "points", held: "sign" },
  JS: {
    hair: "bob",
    fringe: "straight",
    hat: "pointed",
    cloth: "stripes",
    collar: "buttons",
    held: "horn",
    turned: true,
  },
  JH: { hair: "curls", fringe: "swept", hat: "notched", cloth: "slashes", collar: "scarf", held: "halberd" },
  JD: { hair: "bob", fringe: "swept", hat: "hood", cloth: "lozenges", collar: "buttons", held: "pike" },
  JC: { hair: "bob", fringe: "swept", hat: "flat", cloth: "stripes", collar: "scarf", held: "lute", turned: true },
};

const SWISS: Figures = {
  KS: { hair: "locks", beard: "full", hat: "points", cloth: "quarters", collar: "chain", held: "sword", turned: true },
  KH: { hair: "waves", beard: "pointed", hat: "fleurons", cloth: "chevrons", collar: "ermine", held: "sceptre" },
  KD: { hair: "locks", beard: "forked", hat: "closed", cloth: "slashes", collar: "chain", held: "orb" },
  KC: { hair: "curls", beard: "curly", hat: "walls", cloth: "scales", collar: "ermine", held: "axe", turned: true },
  QS: { hair: "bob", beard: "pipe", hat: "beret", cloth: "quarters", collar: "points", held: "sign" },
  QH: {
    hair: "waves",
    fringe: "swept",
    beard: "moustache",
    hat: "wreath",
    cloth: "laces",
    collar: "ruff",
    held: "sign",
    turned: true,
  },
  QD: { hair: "bob", beard: "goatee", hat: "broad", cloth: "stripes", collar: "scarf", held: "sign" },
  QC: { hair: "curls", beard: "pipe", hat: "broad", cloth: "laces", collar: "points", held: "sign", turned: true },
  JS: {
    hair: "curls",
    fringe: "swept",
    hat: "falling",
    cloth: "slashes",
    collar: "buttons",
    held: "pennant",
    turned: true,
  },
  JH: { hair: "bob", fringe: "straight", hat: "flat", cloth: "quarters", collar: "scarf", held: "pike", turned: true },
  JD: {
    hair: "bob",
    fringe: "swept",
    beard: "pipe",
    hat: "falling",
    cloth: "lozenges",
    collar: "ruff",
    held: "halberd",
    turned: true,
  },
  JC: { hair: "bob", fringe: "straight", hat: "notched", cloth: "slashes", collar: "scarf", held: "horn" },
};

export const FIGURES: Readonly<Record<Skin, Figures>> = { french: FRENCH, german: GERMAN, swiss: SWISS };

/** Returns the upper half of a figure. */
export function figure({
  hair,
  fringe = "none",
  beard = "none",
  hat,
  cloth,
  collar,
  held,
  turned = false,
}: Figure): string {
  const head = [face, FRINGE[fringe], BEARDS[beard], HATS[hat]];
  return [
    HELD[held],
    HAIR[hair],
    CLOTH[cloth],
    neck,
    COLLARS[collar],
    turned ? mirrored(...head) : head.join(""),
    fist,
    sleeve,
  ].join("");
}
