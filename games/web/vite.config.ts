import { lingui } from "@lingui/vite-plugin";
import preact from "@preact/preset-vite";
import { defineConfig } from "vitest/config";
import { serviceWorker } from "./worker/plugin.ts";

export default defineConfig({
  plugins: [
    preact({ babel: { plugins: ["@lingui/babel-plugin-lingui-macro"] }, prefreshEnabled: false }),
    lingui(),
    serviceWorker(),
  ],
  build: {
    outDir: "../../build/web",
    emptyOutDir: true,
    assetsDir: "app",
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  test: { css: true },
  server: { proxy: { "/api": process.env.API ?? "http://127.0.0.1:8000" } },
});
