/** Builds the service worker of the page: `sw.ts` with the names of all files of this build. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Plugin, transformWithOxc } from "vite";

const SOURCE = "worker/sw.ts";
const ICONS = ["/icon.svg", "/app-icon-192.png", "/manifest.webmanifest"];

/** Return the plugin that writes `sw.js`. Names of files have hashes, so the name of a build follows from them. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    // After Vite has removed the scripts that only import a style: one name that is not there, and nothing is kept.
    enforce: "post",
    async generateBundle(_options, bundle) {
      const files = [
        ...ICONS,
        ...Object.keys(bundle)
          .filter((name) => name.startsWith("app/"))
          .map((name) => `/${name}`),
      ];
      const source = await readFile(SOURCE, "utf8");
      const build = createHash("sha256")
        .update(files.sort().join())
        .update(source)
        .update(await readFile("index.html"));
      const { code } = await transformWithOxc(source, SOURCE, { target: "es2022" });
      const whole = code
        .replace("__FILES__", () => JSON.stringify(files))
        .replace("__BUILD__", () => JSON.stringify(build.digest("hex").slice(0, 12)));
      this.emitFile({ type: "asset", fileName: "sw.js", source: whole });
    },
  };
}
