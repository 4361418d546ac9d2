// Bundles the page into the folder named on the command line: index.html and assets with a hash in their names, also
// compressed, so that the server does not have to.
import { build, transform } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const into = process.argv[2];
if (!into) throw new Error("usage: node build.mjs FOLDER");

/** `import style from "x.css?text"`: the style of a part that is loaded later comes with its script, as a text. */
const styleTexts = {
  name: "style-texts",
  setup: (made) => {
    made.onResolve({ filter: /\.css\?text$/ }, ({ path, resolveDir }) => ({ path: resolve(resolveDir, path.replace(/\?text$/, "")), namespace: "style-text" }));
    made.onLoad({ filter: /.*/, namespace: "style-text" }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code, loader: "text" };
    });
  },
};

await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: "src/main.tsx" },
  entryNames: "[name].[hash]",
  chunkNames: "[name].[hash]",
  splitting: true,
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
  plugins: [styleTexts],
});
for (const path of Object.keys(metafile.outputs)) {
  const content = await readFile(path);
  await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
  await writeFile(`${path}.br`, brotliCompressSync(content));
}
const made = Object.keys(metafile.outputs).map((path) => basename(path));
// Parts that are loaded later have files of their own.
const named = (ending) => `/assets/${made.find((name) => name.startsWith("app.") && name.endsWith(ending))}`;
const page = await readFile("index.html", "utf8");
await writeFile(join(into, "index.html"), page.replace("%SCRIPT%", named(".js")).replace("%STYLE%", named(".css")));
