// @ts-check
// Claims about time, memory and work.

/** @param {string} shape */
const isLinear = (shape) => `loadHooks() and formatProblems() take linear time for ${shape}`;

/** @type {readonly import("./claims.mjs").Claim[]} */
export const limitClaims = [
  {
    claim: "Every request ends, even if the gateway, the hooks or the sender hang",
    // The cases of packages/conformance/src/cases/endings.ts, on every target.
    proofs: [{ file: "packages/conformance/test/adapters.slow.test.ts", timeoutMs: 2_500 }],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/dispatch.ts",
        find: "const cancelTimer = state.timer(() => giveUp(code), ms);",
        replace: "const cancelTimer = state.timer(() => undefined, ms + code.length);",
        effect: "a dispatch has no time limit",
        dies: ["a dispatch that never settles is a 503 with Retry-After"],
      },
      {
        file: "packages/core/src/serving/ingress/dispatch-call.ts",
        find: "this.#abortCode = code;",
        replace: 'if (code === "client_closed") return;\n    this.#abortCode = code;',
        effect: "nobody tells the dispatch that the sender has gone",
        dies: ["a sender that leaves aborts the dispatch, and no further element is dispatched"],
      },
      {
        file: "packages/core/src/serving/ingress/create-ingress.ts",
        find: "return failed && answerFailure(failure, failed, state);",
        replace: "if (failed) throw failure;\n        return undefined;",
        effect: "hooks that throw reach the adapter",
        dies: ["a hooks function that throws is a 500"],
      },
    ],
  },
  {
    claim: "A log reader that stalls blocks neither requests nor the stop of the server",
    proofs: [
      { file: "packages/cli/src/output/bounded-writer.test.ts" },
      { file: "packages/cli/src/output/open-non-blocking.test.ts", timeoutMs: 15_000 },
      { file: "packages/cli/test/stalled-log.slow.test.ts" },
    ],
    mutants: [
      {
        file: "packages/cli/src/output/bounded-writer.ts",
        find: "if (waitingBytes > 0 && waitingBytes + Buffer.byteLength(text) > maxWaitingBytes) {",
        replace: "if (maxWaitingBytes < 0) {",
        effect: "lines that nobody reads stay in memory",
        dies: [
          "createBoundedWriter() keeps no more bytes than its limit, and counts the lines beyond it",
        ],
      },
      {
        file: "packages/cli/src/output/bounded-writer.ts",
        find: "if (isWriting || lines.length === 0) return;",
        replace: "if (lines.length === 0) return;",
        effect: "pieces are handed to an output that has not taken the one before",
        dies: [
          "createBoundedWriter() writes one piece at a time, and joins lines that came meanwhile",
        ],
      },
      {
        file: "packages/cli/src/output/open-non-blocking.ts",
        find: '=== "EAGAIN"',
        replace: '=== "NONE"',
        effect: "a full pipe is an error",
        proof: "packages/cli/src/output/open-non-blocking.test.ts",
        dies: ["openNonBlocking() never waits for the reader of a pipe, and loses nothing"],
      },
    ],
  },
  {
    claim:
      "An event takes a bounded amount of work: every mapping that is tried, every stage and every element charge one budget",
    proofs: [{ file: "packages/core/test/work/work-limit.slow.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/match/condition/compile-condition.ts",
        find: "if (error instanceof WorkLimitError) throw error;",
        replace: "if (error === undefined) throw error;",
        effect: "a condition that takes too much work does not hold",
        dies: ["does not try the next mapping when the work of an event is spent"],
      },
      {
        file: "packages/core/src/serving/resolve/resolve-event.ts",
        find: "config.index.find(view, budget)",
        replace: "config.index.find(view, new Budget(config.environment.limits))",
        effect: "conditions have a budget of their own",
        dies: ["has one budget for conditions and templates, and names the mapping that matched"],
      },
      {
        file: "packages/template/src/serving/render/budget.ts",
        find: "this.#units -= units;",
        replace: "this.#units -= Math.min(units, 0);",
        effect: "nothing is charged",
        dies: [
          "does not try the next mapping when the work of an event is spent",
          "has one budget for the conditions of all mappings",
        ],
      },
    ],
  },
  {
    claim: "Every property that a condition reads, and every character of JSON text, is charged",
    proofs: [{ file: "packages/core/test/work/every-read-is-charged.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: "budget.spend(cost);",
        replace: "budget.spend(cost * 0);",
        effect: "the elements of some, all and reduce are free",
        dies: ["is charged for every element of a list, whatever reads it"],
      },
      {
        file: "packages/core/src/serving/match/condition/spend-values.ts",
        find: "budget.spend(value.length * COST.joinedItems);",
        replace: "",
        effect: "a list that becomes text is free",
        dies: ["is charged for every element of a list, whatever reads it"],
      },
      {
        file: "packages/template/src/serving/render/text-from-value.ts",
        find: 'if (typeof value === "string") budget.spend(value.length * COST.characters);',
        replace: "",
        effect: "the texts in JSON are free",
        dies: ["is charged at least once for every character of JSON text"],
      },
    ],
  },
  {
    claim: "A body takes at most twice its limit in memory, for chunks of any size",
    proofs: [{ file: "packages/core/src/serving/ingress/body-source.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/body-source.ts",
        find: 'if (size > this.#maxBytes) return "too-large";',
        replace: 'if (size > 2 * this.#maxBytes) return "too-large";',
        effect: "twice the limit is accepted",
        dies: ["BodyBuffer.push() takes exactly the limit and refuses one byte more"],
      },
      {
        file: "packages/core/src/serving/ingress/body-source.ts",
        find: "2 * this.#bytes.length)",
        replace: "4 * this.#bytes.length)",
        effect: "the buffer grows four times",
        dies: ["BodyBuffer holds at most the limit, and grows by what has arrived"],
      },
      {
        file: "packages/core/src/serving/ingress/body-source.ts",
        find: "this.#maxBytes,\n",
        replace: "Number.POSITIVE_INFINITY,\n",
        effect: "the buffer grows beyond the limit",
        dies: ["BodyBuffer holds at most the limit, and grows by what has arrived"],
      },
    ],
  },
  {
    claim: "`maxBodyBytes` holds for bodies that a body parser has read",
    // The cases of packages/conformance/src/cases/body-parsers.ts, on every target.
    proofs: [{ file: "packages/conformance/test/adapters.slow.test.ts", timeoutMs: 10_000 }],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/read-body.ts",
        find: "return isJsonLongerThan(body.value, limits.maxBytes, options) ? tooLarge(limits) : body;",
        replace: "return body;",
        effect: "a value that a parser has made has no limit",
        dies: ["chunks beyond the limit are a 413 behind a parser that leaves json"],
      },
      {
        file: "packages/core/src/serving/ingress/read-body.ts",
        find: "return body.bytes.length > limits.maxBytes ? tooLarge(limits) : body;",
        replace: "return body;",
        effect: "bytes that a parser has collected have no limit",
        dies: ["chunks beyond the limit are a 413 behind a parser that leaves bytes"],
      },
      {
        file: "packages/core/src/serving/ingress/read-body.ts",
        find: "return left < 0;",
        replace: "return left <= 0;",
        effect: "a value of exactly the limit is refused",
        dies: ["a body of exactly the limit is accepted behind a parser that leaves json"],
      },
    ],
  },
  {
    claim:
      "A config of any shape is read in a time that grows with its size, and a report tells at most 100 problems",
    proofs: [
      { file: "packages/config/test/reading-is-linear.slow.test.ts", timeoutMs: 180_000 },
      { file: "packages/config/src/hooks/load-hooks.test.ts" },
    ],
    mutants: [
      {
        file: "packages/config/src/text/parse-yaml.ts",
        find: "#[^#\\n]*\\{\\{",
        replace: "#.*\\{\\{",
        effect: "each # of a line is searched up to the end of the line",
        dies: [isLinear("yaml: a line of #")],
      },
      {
        file: "packages/config/src/report/mask-secrets.ts",
        find: "(?:[-{,]+\\s*)?",
        replace: "[-{,]*\\s*",
        effect: "two parts of an expression fit the same blanks",
        dies: [isLinear("yaml: a blank line below |")],
      },
      {
        file: "packages/core/src/authoring/advice/check-names.ts",
        find: "\\{\\{[^{}]*\\b(?:item|index)",
        replace: "\\{\\{[^}]*\\b(?:item|index)",
        effect: "each brace of a template is searched up to the end of its text",
        dies: [isLinear("json5: a template of escapes")],
      },
      {
        file: "packages/config/src/report/limit-problems.ts",
        find: "const MAX_PROBLEMS = 100;",
        replace: "const MAX_PROBLEMS = 1_000_000;",
        effect: "a report has no limit",
        proof: "packages/config/src/hooks/load-hooks.test.ts",
        dies: ["loadHooks() tells at most 100 problems, and how many more there are"],
      },
      {
        file: "packages/config/src/report/limit-problems.ts",
        find: 'for (const wanted of ["error", "warning", "hint"] as const) {',
        replace: 'for (const wanted of ["hint", "warning", "error"] as const) {',
        effect: "a warning is told in place of an error",
        proof: "packages/config/src/hooks/load-hooks.test.ts",
        dies: ["loadHooks() tells at most 100 problems, and how many more there are"],
      },
    ],
  },
];
