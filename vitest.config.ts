// Five projects: `core` and `unit` are `npm test`; `slow`, `laws` and `sdks` are what `npm run test:all` adds.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { chooseSeed } from "./tools/run/vitest-seed.ts";
import { hasRedisServer } from "./tools/test-support/redis-server.mjs";

const source = (path: string): string =>
  fileURLToPath(new URL(`packages/${path}`, import.meta.url));

/** Longest name first: the first alias that fits is taken. */
const alias = [
  { find: "@hookwright/core/ingress", replacement: source("core/src/serving/ingress/index.ts") },
  { find: "@hookwright/template/compile", replacement: source("template/src/compile.ts") },
  { find: "@hookwright/template/runtime", replacement: source("template/src/runtime.ts") },
  { find: "@hookwright/template", replacement: source("template/src/index.ts") },
  { find: "@hookwright/core/plan", replacement: source("core/src/plan.ts") },
  { find: "@hookwright/core/transform", replacement: source("core/src/transform.ts") },
  { find: "@hookwright/core/fence", replacement: source("core/src/fence.ts") },
  { find: "@hookwright/core/problems", replacement: source("core/src/problems.ts") },
  { find: "@hookwright/signatures/node", replacement: source("signatures/src/node.ts") },
  { find: "@hookwright/signatures/plan", replacement: source("signatures/src/plan.ts") },
  { find: "@hookwright/signatures/runtime", replacement: source("signatures/src/runtime.ts") },
  { find: "@hookwright/signatures/vendors", replacement: source("signatures/src/vendors.ts") },
  { find: "@hookwright/signatures", replacement: source("signatures/src/index.ts") },
  { find: "@hookwright/base", replacement: source("base/src/index.ts") },
  { find: "@hookwright/core/schema", replacement: source("core/src/schema.ts") },
  { find: "@hookwright/core/runtime", replacement: source("core/src/runtime.ts") },
  { find: "@hookwright/testing/files", replacement: source("testing/src/files/index.ts") },
  { find: "@hookwright/testing/redact", replacement: source("testing/src/record/redact.ts") },
  { find: "@hookwright/testing/record", replacement: source("testing/src/record/index.ts") },
  { find: "@hookwright/testing/coverage", replacement: source("testing/src/cover/index.ts") },
  { find: "@hookwright/testing/mutation", replacement: source("testing/src/mutate/index.ts") },
  { find: "@hookwright/testing/comparison", replacement: source("testing/src/compare/index.ts") },
  { find: "@hookwright/testing/findings", replacement: source("testing/src/findings/index.ts") },
  { find: "@hookwright/testing", replacement: source("testing/src/index.ts") },
  { find: "@hookwright/samples/senders", replacement: source("samples/src/senders/index.ts") },
  { find: "@hookwright/core", replacement: source("core/src/index.ts") },
  { find: "@hookwright/adapter-node", replacement: source("adapter-node/src/index.ts") },
  { find: "@hookwright/adapter-fetch", replacement: source("adapter-fetch/src/index.ts") },
  { find: "@hookwright/config/text", replacement: source("config/src/text.ts") },
  { find: "@hookwright/config/internal", replacement: source("config/src/internal.ts") },
  { find: "@hookwright/config", replacement: source("config/src/index.ts") },
  { find: "@hookwright/transforms", replacement: source("transforms/src/index.ts") },
  { find: "@hookwright/store-redis", replacement: source("store-redis/src/index.ts") },
  { find: "@hookwright/telemetry", replacement: source("telemetry/src/index.ts") },
  { find: "@hookwright/host/api", replacement: source("host/src/api.ts") },
  { find: "@hookwright/host/ai", replacement: source("host/src/ai.ts") },
  { find: "@hookwright/host/engine", replacement: source("host/src/engine.ts") },
  { find: "@hookwright/host/kit", replacement: source("host/src/kit.ts") },
  { find: "@hookwright/host/testing", replacement: source("host/src/testing.ts") },
  { find: "@hookwright/host", replacement: source("host/src/index.ts") },
  { find: "@hookwright/gmail", replacement: source("gmail/src/index.ts") },
  { find: "@hookwright/node-kit/files", replacement: source("node-kit/src/files.ts") },
  { find: "@hookwright/node-kit/clock", replacement: source("node-kit/src/clock.ts") },
  { find: "@hookwright/node-kit/host-names", replacement: source("node-kit/src/host-names.ts") },
  {
    find: "@hookwright/node-kit/json-api",
    replacement: source("node-kit/src/json-api/index.ts"),
  },
  { find: "@hookwright/node-kit/http", replacement: source("node-kit/src/http.ts") },
  { find: "@hookwright/node-kit/system", replacement: source("node-kit/src/system.ts") },
  { find: "@hookwright/node-kit/times", replacement: source("node-kit/src/times.ts") },
  { find: "@hookwright/node-kit/programs", replacement: source("node-kit/src/programs/index.ts") },
  { find: "@hookwright/node-kit/groups", replacement: source("node-kit/src/programs/groups.ts") },
  { find: "@hookwright/fake-google", replacement: source("fake-google/src/index.ts") },
  { find: "@hookwright/samples", replacement: source("samples/src/index.ts") },
  { find: "@hookwright/conformance", replacement: source("conformance/src/index.ts") },
].map(({ find, replacement }) => ({ find: new RegExp(`^${find}$`), replacement }));

/** The ending of a file's name says where its tests run: CONTRIBUTING.md has the rule. */
const tests = (ending: string): string[] => [
  `packages/*/{src,test}/**/*${ending}.ts`,
  `{tools,docs,examples}/**/*${ending}.ts`,
];

/** Are left out of `npm test`. */
const others = ["**/node_modules/**", "**/*.{slow,law,oracle,sdk}.test.ts"];

const core = "packages/{base,core,signatures,template}";

/** No test may lean on module state, so one module graph serves all: five times as fast. */
const shared = {
  // Node imports the modules that tests write, as it does for a server.
  server: { deps: { external: [/\/hookwright-transforms-\w+\//] } },
  setupFiles: "tools/run/vitest-setup.ts",
  pool: "threads" as const,
  isolate: false,
};

/**
 * A law is bounded by its tries and not by the clock: on a busy machine, a thousand tries take many times as long. In
 * the core nothing waits for anything, so only a test that hangs takes so long.
 */
const forLaws = { testTimeout: 600_000 };

const isNode = !("bun" in process.versions || "deno" in process.versions);

/** A run of several whose coverage is added up: each alone misses thresholds. */
const isPart = process.env["HOOKWRIGHT_COVERAGE_PART"] !== undefined;

/**
 * Two processes and vite's own fit into a gigabyte together: a small heap is collected more often. What vitest keeps of
 * finished files is most of it; coverage needs more.
 */
const heapMb = isPart ? 800 : 320;
const smallHeap = ["--max-semi-space-size=8", `--max-old-space-size=${heapMb}`];

/** What the core needs may not be there at the edge: threads share the flags of their process, and a fork has its own. */
const inForks = (flags: readonly string[]): { pool: "forks"; execArgv: string[] } | undefined =>
  isNode ? { pool: "forks", execArgv: [...smallHeap, ...flags] } : undefined;

/**
 * A project takes this from the config, and not from `--maxWorkers`, which sets it for the root alone. Groups of
 * projects with other numbers of workers run one after the other.
 */
const twoWorkers = { maxWorkers: 2, sequence: { groupOrder: 0 } };
/** One more than the machine has: many tests wait for a process, a socket or a timer. */
const allWorkers = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

/** A test of the host is tagged with the rules that it proves: `npx vitest run --tags-filter DEL-12` runs those of one. */
const rules: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(source("host/test/rules.json"), "utf8"),
);

const complete = { lines: 99.5, branches: 99.5 };

export default defineConfig({
  resolve: { alias },
  test: {
    // On a machine that does much other work, a test takes many times as long; one that hangs still ends.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Five projects import much the same, and the next run again: what vite made of an unchanged file is kept.
    experimental: { fsModuleCache: true },
    provide: { seed: chooseSeed(process.env) },
    tags: Object.entries(rules).map(([name, description]) => ({ name, description })),
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          include: [`${core}/{src,test}/**/*.test.ts`],
          exclude: others,
          ...shared,
          ...forLaws,
          ...twoWorkers,
          ...inForks(["--disallow-code-generation-from-strings"]),
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: tests(".test"),
          exclude: [...others, `${core}/**`],
          ...shared,
          ...twoWorkers,
          ...inForks([]),
        },
      },
      {
        extends: true,
        test: { name: "slow", ...allWorkers, include: tests(".{slow,oracle}.test"), ...shared },
      },
      {
        extends: true,
        test: { name: "laws", ...allWorkers, include: tests(".law.test"), ...shared, ...forLaws },
      },
      {
        extends: true,
        test: { name: "sdks", ...allWorkers, include: tests(".sdk.test"), ...shared },
      },
    ],
    coverage: {
      provider: "v8",
      // One run tells all: failed tests and what no test reaches.
      reportOnFailure: true,
      include: ["packages/*/src/**/*.ts"],
      exclude: [
        "**/generated/**",
        "**/*.d.ts",
        "**/*.test.ts",
        "packages/{conformance,fake-google}/**",
      ],
      reporter: isPart ? [] : [["text", { skipFull: true }]],
      thresholds: isPart
        ? {}
        : {
            "packages/{base,core,signatures,template}/src/**": complete,
            "packages/adapter-node/src/**": complete,
            "packages/adapter-fetch/src/**": complete,
            "packages/config/src/**": complete,
            "packages/transforms/src/**": complete,
            // Most of it is tried against a real server.
            ...(hasRedisServer() && { "packages/store-redis/src/**": { lines: 90, branches: 90 } }),
            "packages/telemetry/src/**": complete,
            // Some of it is for systems that have no groups, or no /proc.
            "packages/node-kit/src/**": { lines: 90, branches: 85 },
            "packages/gmail/src/**": { lines: 90, branches: 90 },
            "packages/samples/src/**": complete,
            "packages/host/src/**": { lines: 90, branches: 90 },
            "packages/cli/src/**": { lines: 90, branches: 90 },
          },
    },
  },
});
