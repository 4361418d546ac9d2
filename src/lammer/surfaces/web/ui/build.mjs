// Bundles the page into the folder named on the command line: index.html and assets with a hash in their names.
import { build } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const into = process.argv[2];
if (!into) throw new Error("usage: node build.mjs FOLDER");

await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: "src/main.tsx" },
  entryNames: "[name].[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome109", "firefox115", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "dataurl" },
  outdir: join(into, "assets"),
  legalComments: "eof",
  metafile: true,
});
const made = Object.keys(metafile.outputs).map((path) => basename(path));
const named = (ending) => `/assets/${made.find((name) => name.endsWith(ending))}`;
const page = await readFile("index.html", "utf8");
await writeFile(join(into, "index.html"), page.replace("%SCRIPT%", named(".js")).replace("%STYLE%", named(".css")));
