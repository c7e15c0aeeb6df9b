import type { LinguiConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

const config: LinguiConfig = {
  sourceLocale: "en",
  locales: ["en", "cs", "de", "fr", "nl", "pl", "pt"],
  catalogs: [{ path: "<rootDir>/locales/{locale}", include: ["src"] }],
  format: formatter({ lineNumbers: false }), // else each build changes the catalogues
};

export default config;
