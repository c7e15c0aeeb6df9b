import type { LinguiConfig } from "@lingui/conf";

const config: LinguiConfig = {
  sourceLocale: "en",
  locales: ["en", "cs", "de", "fr", "nl", "pl", "pt"],
  catalogs: [{ path: "<rootDir>/locales/{locale}", include: ["src"] }],
};

export default config;
