// @ts-check
// The sources → static pages: dist/play with hashed scripts, worker and styles, and the page that names them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listSamples, sample } from "@hookwright/samples";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = join(HERE, "dist");
const RECIPES = join(HERE, "../../docs/recipes");
const TOKENS = join(HERE, "../../docs/tools/site/client/tokens.css");

/**
 * Everything comes from the page's own server, and nothing is sent to any. The one policy lets the page start its own
 * worker, whose address is a script for Trusted Types.
 */
export const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "worker-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types hookwright-worker",
].join("; ");

/** The page imports them late, as a script: its CSP lets it fetch nothing. */
function writeSamples() {
  const samples = JSON.stringify({ events: readEvents(), recipes: readRecipes() });
  mkdirSync(join(HERE, "src/generated"), { recursive: true });
  writeFileSync(
    join(HERE, "src/generated/samples.ts"),
    `// Made by build.mjs: sample events and the configs of recipes.\nexport const samples: unknown = ${samples};\n`,
  );
}

function readEvents() {
  return Object.fromEntries(listSamples().map((name) => [name, sample(name)]));
}

/** The first config of each recipe's page. */
function readRecipes() {
  const names = readdirSync(RECIPES).filter((name) => /^[a-z].*\.md$/.test(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const [, config] =
        /^```json5\n([\s\S]*?)^```/m.exec(readFileSync(join(RECIPES, name), "utf8")) ?? [];
      return config === undefined ? [] : [[name.slice(0, -3), config]];
    }),
  );
}

/** @type {import("esbuild").BuildOptions} */
const SHARED = {
  absWorkingDir: HERE,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  platform: "browser",
  conditions: ["browser"],
  splitting: true,
  metafile: true,
  legalComments: "none",
  // Bundles of our own packages import their parts, which have no side effects.
  logOverride: { "ignored-bare-import": "silent" },
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
};

export async function buildStudio({ out = OUT } = {}) {
  rmSync(out, { recursive: true, force: true });
  const folder = join(out, "play");
  mkdirSync(folder, { recursive: true });
  writeSamples();
  const worker = await build({ ...SHARED, entryPoints: ["src/engine/worker.ts"], outdir: folder });
  const page = await build({
    ...SHARED,
    entryPoints: ["src/play.tsx", "src/styles/play.css"],
    outdir: folder,
  });
  const outputs = [worker, page].flatMap(({ metafile }) => Object.entries(metafile?.outputs ?? {}));
  /** @param {string} entry */
  const nameOf = (entry) => {
    const found = outputs.find(([, { entryPoint }]) => entryPoint === entry);
    if (found === undefined) throw new Error(`esbuild wrote nothing for ${entry}.`);
    return basename(found[0]);
  };
  writeFileSync(join(folder, "tokens.css"), readFileSync(TOKENS));
  writeFileSync(join(folder, "theme.js"), themeScript());
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CSP}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="description" content="Type a mapping and see what an event becomes, in your browser.">
<title>Playground · Hookwright</title>
<script src="theme.js"></script>
<link rel="stylesheet" href="tokens.css">
<link rel="stylesheet" href="${nameOf("src/styles/play.css")}">
<script type="module" src="${nameOf("src/play.tsx")}"></script>
</head>
<body class="studio">
<div id="app" data-worker="${nameOf("src/engine/worker.ts")}"><h1>Hookwright playground</h1><p>It runs in your browser, and needs its script.</p></div>
</body>
</html>
`,
  );
  writeFileSync(
    join(folder, "files.json"),
    JSON.stringify({
      script: nameOf("src/play.tsx"),
      styles: nameOf("src/styles/play.css"),
      worker: nameOf("src/engine/worker.ts"),
    }),
  );
  return { folder, outputs: Object.fromEntries(outputs) };
}

/** The theme that the reader chose on the site. */
function themeScript() {
  return `try{const t=localStorage.getItem("theme");if(t==="dark"||t==="light")document.documentElement.dataset.theme=t}catch{}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { folder } = await buildStudio();
  process.stdout.write(`${folder}\n`);
}
