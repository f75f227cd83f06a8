// @ts-check
// The sources → static pages, a folder each: hashed scripts, worker and styles, and the page that names them; and a
// module for Node that draws reports.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { listSamples, sample } from "@hookwright/samples";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = join(HERE, "dist");
const RECIPES = join(HERE, "../../docs/recipes");
/** Both look alike. */
const SITE = join(HERE, "../../docs/tools/site/client");

/**
 * Everything comes from the page's own server, and nothing is sent to any. The one policy lets the page start its own
 * worker, whose address is a script for Trusted Types.
 *
 * @param {"'none'" | "'self'"} connect
 */
const playCsp = (connect) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "worker-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types hookwright-worker",
  ].join("; ");

const PLAY_CSP = playCsp("'none'");

const FIRST_SAMPLE = "github/push";

/** The page imports them as scripts, the samples late: its CSP lets it fetch nothing. */
async function writeGenerated() {
  mkdirSync(join(HERE, "src/generated"), { recursive: true });
  writeGeneratedFile("samples", "Sample events and the configs of recipes.", {
    events: readEvents(),
    recipes: readRecipes(),
  });
  // A person sees the result of the example before the engine has loaded, which takes most of the time of a start.
  await build({
    ...SHARED,
    splitting: false,
    platform: "node",
    conditions: [],
    packages: "external",
    entryPoints: ["src/engine/answer-first.ts"],
    entryNames: "[name]",
    outdir: "build",
  });
  const { answerFirst } = await import(pathToFileURL(join(HERE, "build/answer-first.js")).href);
  const first = await answerFirst(FIRST_SAMPLE, sample(FIRST_SAMPLE));
  writeGeneratedFile("first", "What the page shows first, and its result.", first);
}

/** Browsers parse JSON faster than a script. */
function writeGeneratedFile(
  /** @type {string} */ name,
  /** @type {string} */ what,
  /** @type {unknown} */ value,
) {
  const text = JSON.stringify(JSON.stringify(value));
  writeFileSync(
    join(HERE, `src/generated/${name}.ts`),
    `// Made by build.mjs. ${what}\nexport const ${name}: unknown = JSON.parse(${text});\n`,
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

/** The operator's pages read the API of the server that they come from. */
const OPERATE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

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

/** A page gets no requests, so it verifies none. */
const ALIAS = {
  "@hookwright/signatures/runtime": join(HERE, "src/engine/no-verification.ts"),
};

/**
 * @typedef {object} PageOptions
 * @property {string} name of its folder in the output
 * @property {string} title
 * @property {string} description
 * @property {string} script entry
 * @property {string} styles entry
 * @property {string} [worker] entry
 * @property {string} csp
 */

/** @type {readonly PageOptions[]} */
const PAGES = [
  {
    name: "play",
    title: "Playground",
    description: "Type a mapping and see what an event becomes, in your browser.",
    script: "src/play.tsx",
    styles: "src/styles/play.css",
    worker: "src/engine/worker.ts",
    csp: PLAY_CSP,
  },
  {
    name: "operate",
    title: "Operate",
    description: "What a host does, and what became of an event.",
    script: "src/operate.tsx",
    styles: "src/styles/operate.css",
    csp: OPERATE_CSP,
  },
];

/**
 * What esbuild wrote for a page: its files by name, with what each has inside and imports.
 *
 * @typedef {object} BuiltPage
 * @property {{ readonly script: string, readonly styles: string, readonly worker?: string }} files
 * @property {ReadonlyMap<string, import("esbuild").Metafile["outputs"][string]>} outputs
 */

/** @returns {Promise<ReadonlyMap<string, BuiltPage>>} by the folder of the page */
export async function buildStudio({ out = OUT } = {}) {
  rmSync(out, { recursive: true, force: true });
  await writeGenerated();
  /** @type {Map<string, BuiltPage>} */
  const pages = new Map();
  for (const page of PAGES) pages.set(page.name, await buildPage(join(out, page.name), page));
  copyLocal(join(out, "play"), join(out, "local"));
  await buildReport(join(out, "report"));
  return pages;
}

/**
 * The playground of `hookwright playground`, which reads and writes files at its own server.
 *
 * @param {string} from
 * @param {string} to
 */
function copyLocal(from, to) {
  cpSync(from, to, { recursive: true });
  for (const name of ["index.html", "files.json"]) {
    const text = readFileSync(join(to, name), "utf8");
    const local = text.replace(PLAY_CSP, playCsp("'self'"));
    writeFileSync(join(to, name), local.replace('<div id="app"', '<div id="app" data-local'));
  }
}

/** Each report has its styles in itself: one file can be sent, kept and opened from anywhere. */
async function buildReport(/** @type {string} */ folder) {
  const styles = await build({
    ...SHARED,
    entryPoints: ["src/styles/report.css"],
    splitting: false,
    write: false,
  });
  const text = styles.outputFiles[0]?.text.trim() ?? "";
  const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
  await build({
    ...SHARED,
    platform: "node",
    conditions: [],
    entryPoints: ["src/report/render-report.ts"],
    entryNames: "[name]",
    outdir: folder,
    define: { REPORT_STYLES: JSON.stringify({ text, hash }) },
  });
  // A file of types alone is its own declaration.
  copyFileSync(join(HERE, "src/model/reports.ts"), join(folder, "reports.d.ts"));
}

/** @param {string} folder @param {PageOptions} page @returns {Promise<BuiltPage>} */
async function buildPage(folder, { title, description, script, styles, worker, csp }) {
  mkdirSync(folder, { recursive: true });
  // A worker and the page that starts it share no chunks: each runs in a scope of its own.
  const parts = [[script, styles], ...(worker === undefined ? [] : [[worker]])];
  const built = await Promise.all(
    parts.map((entryPoints) => build({ ...SHARED, alias: ALIAS, entryPoints, outdir: folder })),
  );
  const outputs = built.flatMap(({ metafile }) => Object.entries(metafile?.outputs ?? {}));
  /** @param {string} entry */
  const nameOf = (entry) => {
    const found = outputs.find(([, { entryPoint }]) => entryPoint === entry);
    if (found === undefined) throw new Error(`esbuild wrote nothing for ${entry}.`);
    return basename(found[0]);
  };
  const files = {
    script: nameOf(script),
    styles: nameOf(styles),
    ...(worker !== undefined && { worker: nameOf(worker) }),
    csp,
  };
  writeFileSync(join(folder, "files.json"), JSON.stringify(files));
  for (const name of ["tokens.css", "icon.svg"]) {
    copyFileSync(join(SITE, name), join(folder, name));
  }
  await build({
    entryPoints: [join(SITE, "theme.mjs")],
    outfile: join(folder, "theme.js"),
    bundle: true,
    minify: true,
    format: "iife",
  });
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${description}">
<title>${title} · Hookwright</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<script src="theme.js"></script>
<link rel="stylesheet" href="tokens.css">
<link rel="stylesheet" href="${files.styles}">
<script type="module" src="${files.script}"></script>
</head>
<body class="studio">
<div id="app"${worker === undefined ? "" : ` data-worker="${nameOf(worker)}"`}><h1>Hookwright</h1><p>This page needs its script.</p></div>
</body>
</html>
`,
  );
  return { files, outputs: new Map(outputs.map(([path, output]) => [basename(path), output])) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildStudio();
}
