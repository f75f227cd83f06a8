// @ts-check
// The imports that each package may have: other packages, npm and Node.
//
// Why: an adapter that imports another adapter, or a core that imports a library of one runtime, no
// longer runs on every runtime.
import { isBuiltin } from "node:module";
import { posix } from "node:path";

/**
 * @typedef {object} PackageRule
 * @property {readonly string[]} workspace specifiers of other packages of the workspace
 * @property {boolean | "apart"} node whether Node's own modules may be imported; apart: in src/node
 * @property {readonly string[]} [npm] the only libraries; omitted = what its package.json lists
 */

const base = ["@hookwright/base"];
const template = [
  "@hookwright/template",
  "@hookwright/template/compile",
  "@hookwright/template/runtime",
];
const signatures = ["", "/plan", "/runtime"].map((entry) => `@hookwright/signatures${entry}`);
const core = [
  "@hookwright/core",
  ...["ingress", "runtime", "transform", "fence", "problems", "schema"].map(
    (entry) => `@hookwright/core/${entry}`,
  ),
  "@hookwright/template",
  ...signatures,
];
const adapters = ["@hookwright/adapter-node", "@hookwright/adapter-fetch"];
const stores = ["@hookwright/store-redis"];
const config = ["", "/runtime", "/text"].map((entry) => `@hookwright/config${entry}`);
const testing = [
  "",
  "/comparison",
  "/coverage",
  "/files",
  "/findings",
  "/mutation",
  "/record",
  "/redact",
].map((entry) => `@hookwright/testing${entry}`);
const samples = [
  "@hookwright/samples",
  "@hookwright/samples/senders",
  "@hookwright/signatures/vendors",
];

/** Bundled into the packages that use it, and published nowhere. */
const kit = [
  "clock",
  "files",
  "host-names",
  "http",
  "json-api",
  "system",
  "times",
  "programs",
  "groups",
].map((entry) => `@hookwright/node-kit/${entry}`);

/** @type {ReadonlyMap<string, PackageRule>} */
const RULES = new Map([
  ["packages/base", { workspace: [], node: false, npm: [] }],
  ["packages/template", { workspace: base, node: false, npm: [] }],
  ["packages/signatures", { workspace: base, node: "apart", npm: [] }],
  [
    "packages/core",
    {
      workspace: [...base, ...template, ...signatures],
      node: false,
      npm: ["json-logic-js"],
    },
  ],
  ["packages/adapter-node", { workspace: core, node: true, npm: [] }],
  ["packages/adapter-fetch", { workspace: core, node: false, npm: [] }],
  [
    "packages/config",
    {
      workspace: [...base, ...core, ...kit, "@hookwright/signatures/node"],
      node: true,
      npm: ["@humanwhocodes/momoa", "yaml"],
    },
  ],
  ["packages/transforms", { workspace: [...base, ...core, ...kit], node: true, npm: ["esbuild"] }],
  [
    "packages/testing",
    {
      workspace: [
        ...base,
        ...core,
        ...template,
        "@hookwright/core/plan",
        ...config,
        "@hookwright/config/internal",
      ],
      node: true,
      npm: [],
    },
  ],
  ["packages/store-redis", { workspace: core, node: false, npm: [] }],
  ["packages/telemetry", { workspace: core, node: false, npm: [] }],
  ["packages/host", { workspace: [...base, ...core, ...template, ...kit, ...config], node: true }],
  [
    "packages/cli",
    {
      workspace: [
        ...base,
        ...core,
        "@hookwright/core/plan",
        ...kit,
        ...adapters,
        ...config,
        "@hookwright/config/internal",
        ...testing,
        ...samples,
        ...stores,
        "@hookwright/transforms",
        "@hookwright/host",
        "@hookwright/host/api",
        "@hookwright/telemetry",
        "@hookwright/gmail",
        // The types of what its reports show.
        "@hookwright/studio/report",
      ],
      node: true,
    },
  ],
  ["packages/gmail", { workspace: [...base, ...core, ...kit, ...config], node: true }],
  ["packages/node-kit", { workspace: base, node: true, npm: [] }],
  ["packages/fake-google", { workspace: [], node: true, npm: [] }],
  [
    "packages/samples",
    { workspace: [...base, ...core, "@hookwright/signatures/vendors"], node: true, npm: [] },
  ],
  [
    "packages/studio",
    {
      workspace: [
        ...core,
        "@hookwright/config/text",
        // The names of helpers.
        "@hookwright/template/runtime",
        // Types of its answers.
        "@hookwright/host/api",
        "@hookwright/testing",
        "@hookwright/testing/comparison",
        "@hookwright/testing/redact",
      ],
      node: false,
      npm: ["preact", "preact/hooks", "preact-render-to-string"],
    },
  ],
  ["packages/conformance", { workspace: [...core, "@hookwright/core/plan"], node: true }],
]);

/**
 * @param {string} folder of the package, such as "packages/core"
 * @param {string} file relative to that folder, such as "src/index.ts"
 * @param {readonly string[]} specifiers what it imports
 * @param {readonly string[]} dependencies what its package.json lists
 * @returns {string[]} problems
 */
export function checkPackageRules(folder, file, specifiers, dependencies) {
  const rule = RULES.get(folder);
  if (rule === undefined) {
    return [`${folder} has no rule; add it to tools/checks/layers/package-rules.mjs`];
  }
  return specifiers.flatMap((specifier) => {
    const reason = refusalOf({ rule, file, specifier, dependencies });
    return reason === undefined ? [] : [`${folder}/${file} imports "${specifier}": ${reason}`];
  });
}

/** Measurements of single stages, which no entry exports. */
const STAGE_BENCHMARKS = new Set([
  "bench/shared/ledger-store.mjs",
  "bench/shared/render.mjs",
  "bench/soak/ledger-kills.mjs",
  "bench/soak/shared/ledger-worker.mjs",
]);

/** Scripts of a package, and what the conformance package installs, are of the workspace as `tools/` is. */
const PACKAGE_SOURCE =
  /^packages\/(?!conformance\/(?:judges|frameworks|runtimes)\/)[^/]+\/(?!tools\/)/;

/**
 * Docs, examples and benchmarks show what a user can do, so they import as a user does. The programs of docs/tools make
 * pages of tables that no entry publishes.
 *
 * @param {string} file relative to the root of the workspace
 * @param {readonly string[]} specifiers
 * @returns {string[]} problems
 */
export function checkPublishedEntries(file, specifiers) {
  if (STAGE_BENCHMARKS.has(file) || file.startsWith("docs/tools/")) return [];
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .filter((specifier) => PACKAGE_SOURCE.test(posix.join(posix.dirname(file), specifier)))
    .map((specifier) => `${file} imports "${specifier}": use the published entry of the package`);
}

/**
 * @param {object} question
 * @param {PackageRule} question.rule
 * @param {string} question.file
 * @param {string} question.specifier
 * @param {readonly string[]} question.dependencies
 * @returns {string | undefined}
 */
function refusalOf({ rule, file, specifier, dependencies }) {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(file), specifier);
    return target.startsWith("src/") ? undefined : "it leaves the package's src";
  }
  if (isBuiltin(specifier)) {
    const isAllowed = rule.node === "apart" ? file.startsWith("src/node/") : rule.node;
    return isAllowed ? undefined : "it must run without Node";
  }
  if (!dependencies.includes(packageName(specifier))) return "its package.json does not list it";
  if (packageName(specifier).startsWith("@hookwright/")) {
    return rule.workspace.includes(specifier) ? undefined : "the architecture does not allow it";
  }
  if (rule.npm === undefined || rule.npm.includes(specifier)) return undefined;
  return "it is not among the libraries that the architecture allows here";
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
