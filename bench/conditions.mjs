// Conditions: closures against json-logic-js, json-logic-engine (interpreted and built with eval),
// JSONata, and functions written by hand.
import { LogicEngine } from "json-logic-engine";
import jsonLogic from "json-logic-js";
import jsonata from "jsonata";
// The package does not export this stage, which is measured without the rest of resolve().
import { compileCondition } from "../packages/core/build/serving/match/condition/compile-condition.js";
import { Budget, DEFAULT_RENDER_LIMITS } from "../packages/template/build/serving/render/budget.js";
import { own } from "./shared/by-hand.mjs";
import { interleave, printTable } from "./shared/interleave.mjs";
import { createPush } from "./shared/push.mjs";
import { rowsFromResults } from "./shared/rows.mjs";
import { nanosecondsPerAwait, nanosecondsPerCall, use } from "./shared/time-calls.mjs";

const SUBJECT = {
  payload: createPush(5),
  headers: { "x-github-event": "push", "user-agent": "GitHub-Hookshot/044aadd" },
  query: {},
  path: "github",
  now: () => "2026-01-02T03:04:05.000Z",
};

const isChanged = { in: ["README.md", { var: "modified" }] };

const CASES = [
  {
    name: "1 clause",
    rule: { "==": [{ var: "payload.ref" }, "refs/heads/main"] },
    byHand: (/** @type {any} */ { payload }) => own(payload, "ref") === "refs/heads/main",
    jsonata: 'payload.ref = "refs/heads/main"',
    turns: 100_000,
  },
  {
    name: "5 clauses",
    rule: {
      and: [
        { "==": [{ var: "headers.x-github-event" }, "push"] },
        { in: [{ var: "payload.ref" }, ["refs/heads/main", "refs/heads/release"]] },
        { "!": { var: "payload.deleted" } },
        { "!=": [{ var: "payload.pusher.name" }, "dependabot[bot]"] },
        { ">": [{ var: "payload.repository.id" }, 1000] },
      ],
    },
    byHand: (/** @type {any} */ { payload, headers }) =>
      own(headers, "x-github-event") === "push" &&
      ["refs/heads/main", "refs/heads/release"].includes(own(payload, "ref")) &&
      !own(payload, "deleted") &&
      own(own(payload, "pusher"), "name") !== "dependabot[bot]" &&
      own(own(payload, "repository"), "id") > 1000,
    jsonata:
      'headers.`x-github-event` = "push" and payload.ref in ["refs/heads/main", "refs/heads/release"] and $not(payload.deleted) and payload.pusher.name != "dependabot[bot]" and payload.repository.id > 1000',
    turns: 50_000,
  },
  {
    name: "a list",
    rule: {
      some: [{ var: "payload.commits" }, isChanged],
    },
    byHand: (/** @type {any} */ { payload }) =>
      own(payload, "commits").some((/** @type {any} */ commit) =>
        own(commit, "modified").includes("README.md"),
      ),
    jsonata: '$count(payload.commits[modified = "README.md" or "README.md" in modified]) > 0',
    turns: 50_000,
  },
  {
    name: "texts and a count",
    rule: {
      and: [
        { startsWith: [{ var: "payload.ref" }, "refs/heads/"] },
        { endsWith: [{ var: "payload.repository.full_name" }, "Hello-World"] },
        { exists: "payload.head_commit.id" },
        { ">=": [{ count: [{ var: "payload.commits" }, isChanged] }, 1] },
      ],
    },
    // What one writes without these operators.
    jsonLogic: {
      and: [
        { "==": [{ substr: [{ var: "payload.ref" }, 0, 11] }, "refs/heads/"] },
        { "==": [{ substr: [{ var: "payload.repository.full_name" }, -11] }, "Hello-World"] },
        { "!": { missing: ["payload.head_commit.id"] } },
        {
          ">=": [
            {
              reduce: [
                { filter: [{ var: "payload.commits" }, isChanged] },
                { "+": [{ var: "accumulator" }, 1] },
                0,
              ],
            },
            1,
          ],
        },
      ],
    },
    byHand: (/** @type {any} */ { payload }) =>
      own(payload, "ref").startsWith("refs/heads/") &&
      own(own(payload, "repository"), "full_name").endsWith("Hello-World") &&
      own(own(payload, "head_commit"), "id") !== undefined &&
      own(payload, "commits").filter((/** @type {any} */ commit) =>
        own(commit, "modified").includes("README.md"),
      ).length >= 1,
    jsonata:
      '$substring(payload.ref, 0, 11) = "refs/heads/" and $substring(payload.repository.full_name, -11) = "Hello-World" and $exists(payload.head_commit.id) and $count(payload.commits["README.md" in modified]) >= 1',
    turns: 50_000,
  },
  {
    name: "a pattern",
    rule: { matches: [{ var: "payload.ref" }, "^refs/(heads|tags)/[a-z0-9.-]+$"] },
    jsonLogic: { in: ["refs/heads/", { var: "payload.ref" }] },
    byHand: (/** @type {any} */ { payload }) =>
      /^refs\/(heads|tags)\/[a-z0-9.-]+$/.test(own(payload, "ref")),
    jsonata: "$contains(payload.ref, /^refs\\/(heads|tags)\\/[a-z0-9.-]+$/)",
    turns: 50_000,
  },
];

export async function run() {
  const rows = [];
  for (const {
    name,
    rule,
    jsonLogic: theirs = rule,
    byHand,
    jsonata: expression,
    turns,
  } of CASES) {
    const judges = createJudges({ rule, theirs, byHand, expression });
    for (const [how, judge] of judges) {
      if ((await judge(SUBJECT)) !== true) throw new Error(`"${how}" finds that ${name} fails.`);
    }
    const results = await interleave(
      [...judges.keys()],
      (how) => timeJudge(how, /** @type {Judge} */ (judges.get(how)), turns),
      { rounds: Number(process.env["BENCH_ROUNDS"] ?? 15), warmUp: 2 },
    );
    rows.push(...rowsFromResults(name, results));
  }
  printTable("Conditions on a GitHub push", HEAD, rows);
}

const HEAD = ["rule", "how", "ns", "ratio to json-logic-js", "spread"];

/** @typedef {(subject: any) => unknown} Judge */

/**
 * @param {{ rule: any, theirs: any, byHand: Judge, expression: string }} of
 * @returns {Map<string, Judge>}
 */
function createJudges({ rule, theirs, byHand, expression }) {
  const problems = /** @type {{ message: string }[]} */ ([]);
  const condition = compileCondition(rule, [], (problem) => problems.push(problem));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const budget = createBudgets();
  const engine = new LogicEngine();
  const built = engine.build(theirs);
  const compiled = jsonata(expression);
  return new Map([
    ["json-logic-js", (/** @type {any} */ subject) => jsonLogic.apply(theirs, subject)],
    ["Hookwright", (/** @type {any} */ subject) => condition.holds(subject, budget())],
    ["json-logic-engine, run", (/** @type {any} */ subject) => engine.run(theirs, subject)],
    ["json-logic-engine, built (eval)", (/** @type {any} */ subject) => built(subject)],
    ["JSONata", (/** @type {any} */ subject) => compiled.evaluate(subject)],
    ["by hand", byHand],
  ]);
}

/** An event has one budget for all its conditions: here one for every hundred, so that it is never spent. */
function createBudgets() {
  let used = 0;
  let budget = new Budget(DEFAULT_RENDER_LIMITS);
  return () => {
    used += 1;
    if (used % 100 === 0) budget = new Budget(DEFAULT_RENDER_LIMITS);
    return budget;
  };
}

/** @param {string} how @param {Judge} judge @param {number} turns */
function timeJudge(how, judge, turns) {
  // Fifty times slower, and a promise at each call.
  if (how === "JSONata")
    return nanosecondsPerAwait(async () => use(await judge(SUBJECT)), turns / 50);
  return nanosecondsPerCall(() => use(judge(SUBJECT)), turns);
}
