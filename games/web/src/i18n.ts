/** The language of the page. The catalogues are in `locales/`, one for each language that the service speaks. */
import { i18n } from "@lingui/core";
import { storage } from "./storage";

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  cs: "Čeština",
  nl: "Nederlands",
  pt: "Português",
  pl: "Polski",
  fr: "Français",
} as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Language, () => Promise<{ messages: Record<string, string> }>> = {
  en: () => import("../locales/en.po"),
  de: () => import("../locales/de.po"),
  cs: () => import("../locales/cs.po"),
  nl: () => import("../locales/nl.po"),
  pt: () => import("../locales/pt.po"),
  pl: () => import("../locales/pl.po"),
  fr: () => import("../locales/fr.po"),
};
const KEPT = "language";

function isLanguage(tag: string): tag is Language {
  return tag in LANGUAGES;
}

/** Return the language that the person chose on this device, else the first of the browser's that there is. */
export function language(): Language {
  const wanted = [storage.getItem(KEPT) ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? "en";
}

/** Return the locale of dates: the first of the browser's that is of the page's language, such as "en-GB" for "en". */
export function locale(): string {
  const tongue = language();
  return navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === tongue) ?? tongue;
}

/** Load the catalogue of the person's language. */
export async function speak(): Promise<void> {
  const tongue = language();
  const { messages } = await CATALOGUES[tongue]();
  i18n.loadAndActivate({ locale: tongue, messages });
  document.documentElement.lang = tongue;
}

/** Keep a language for this device, and begin again in it. */
export function choose(tongue: Language): void {
  storage.setItem(KEPT, tongue);
  location.reload();
}
