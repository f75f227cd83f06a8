// @ts-check
// Claims about events that come again.

const findKeys = "packages/core/src/serving/ingress/find-keys.ts";
const answerOnce = "packages/core/src/serving/ingress/gates.ts";
const dispatchOnce = "packages/core/src/serving/ingress/dispatch.ts";
const memoryStore = "packages/core/src/serving/ingress/memory-store.ts";
const heldClaim = "packages/core/src/serving/ingress/claim.ts";
const findTest = "packages/core/src/serving/ingress/find-keys.test.ts";
const answerTest = "packages/core/src/serving/ingress/answer-once.test.ts";
const dispatchTest = "packages/core/src/serving/ingress/claim.test.ts";
const heldTest = "packages/core/src/serving/ingress/claim.test.ts";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const onceClaims = [
  {
    claim:
      "An event that was taken causes no second action, also while it is being worked on, and one that failed is forgotten",
    proofs: [{ file: answerTest, timeoutMs: 10_000 }, { file: dispatchTest }],
    mutants: [
      {
        file: answerOnce,
        find: "return replay(taken.answer, context.notes);",
        replace: "return once.run();",
        effect: "a repeat is dispatched again",
        dies: [
          "answerOnce() gives a repeat the first answer, dispatches nothing, and says so",
          "answerOnce() does the same for wakes, and takes requests without a key as they come",
        ],
      },
      {
        file: memoryStore,
        find: 'if (isBusy) return { kind: "busy" };',
        replace: "",
        effect: "a repeat runs beside its first delivery",
        dies: ["trap 32 answerOnce() answers 409 after 5 s of waiting, and never 200"],
      },
      {
        file: memoryStore,
        find: 'if (isBusy) return { kind: "busy" };',
        replace:
          'if (isBusy) return { kind: "done", answer: { status: 202, headers: {}, body: "{}" } };',
        effect: "an event counts as taken while nobody knows its outcome",
        dies: ["trap 32 answerOnce() answers 409 after 5 s of waiting, and never 200"],
      },
      {
        file: answerOnce,
        find: "else if (isAccepted(answer, context)) await",
        replace: "else if (answer.status > 0) await",
        effect: "a failure is the answer to each repeat",
        dies: ["trap 32 answerOnce() forgets what failed, was refused or was not found"],
      },
      {
        file: answerOnce,
        find: 'if (taken.kind === "refused") {',
        replace:
          'if (taken.kind === "refused") {\n    if (context.notes.dedupe === "unavailable") return resolveAndDispatch(context, state);',
        effect: "a store that fails lets each event in",
        dies: [
          "answerOnce() answers 503 where the store throws, and warns once",
          "answerOnce() answers 503 where the store rejects, and warns once",
        ],
      },
      {
        file: dispatchOnce,
        find: "const { runId, ...answer } = taken.answer;",
        replace:
          "if (order !== undefined) return callDispatch(order, context, state);\n    const { runId, ...answer } = taken.answer;",
        effect: "an action whose key was taken is dispatched again",
        proof: dispatchTest,
        dies: [
          "dispatchOnce() dispatches one action for each key of a mapping, and replays its answer",
        ],
      },
    ],
  },
  {
    claim:
      "An id that no signature covers stands beside the hash of the body, so that a captured body under a fresh id is a repeat for `hooks.dedupe.bodySeconds`; keys belong to their route",
    proofs: [{ file: answerTest }, { file: findTest }],
    mutants: [
      {
        file: findKeys,
        find: "if (id !== undefined && delivery?.idSigned === true) {",
        replace: "if (id !== undefined) {",
        effect: "a captured body comes in under a fresh id",
        dies: ["trap 31 answerOnce() takes either the id or the hash of the body for a repeat"],
      },
      {
        file: findKeys,
        find: "      ...ids,",
        replace: "",
        effect: "an id with another body is another event",
        dies: ["trap 31 answerOnce() takes either the id or the hash of the body for a repeat"],
      },
      {
        file: findKeys,
        find: 'auth.kind === "none" || proof === TOKEN_PROOF',
        replace: 'auth.kind === "none"',
        effect: "two equal requests of the hook token are one event",
        proof: findTest,
        dies: [
          "findKeys() takes the Idempotency-Key alone where the hook token opens a signed route",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/claim.ts",
        find: "return `${proof} ${route.name}`;",
        replace: "return String(proof);",
        effect: "a key of one route is that of another",
        dies: ["answerOnce() keeps routes apart"],
      },
    ],
  },
  {
    claim:
      "An `Idempotency-Key`, or a signed id in a header, that comes again with another body is refused: 422",
    proofs: [{ file: answerTest }, { file: findTest }],
    mutants: [
      {
        file: memoryStore,
        find: 'if (table.isOfOther(row, keys[at]?.fingerprint)) return { kind: "conflict" };',
        replace: "",
        effect: "another event gets the answer of the first",
        dies: ["answerOnce() refuses a key that came with another body: 422"],
      },
      {
        file: findKeys,
        find: "ttlSeconds, fingerprint: fingerprintOf(body) }];",
        replace: "ttlSeconds }];",
        effect: "the body of a key is not remembered",
        dies: ["answerOnce() refuses a key that came with another body: 422"],
      },
      {
        file: findKeys,
        find: "delivery.id?.header === undefined ? {}",
        replace: "delivery.id !== null ? {}",
        effect: "a signed id in a header has any body",
        proof: findTest,
        dies: [
          "findKeys() binds an id that stands in a header to its body, and no id within a body",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/claim.ts",
        find: ": CONFLICT,",
        replace: ": IN_PROGRESS,",
        effect: "the sender is asked to try again",
        dies: ["answerOnce() refuses a key that came with another body: 422"],
      },
    ],
  },
  {
    claim:
      "A claim is kept until its outcome is known: a late success is the answer to the next delivery, and a late failure lets it run",
    proofs: [{ file: heldTest, timeoutMs: 10_000 }],
    mutants: [
      {
        file: answerOnce,
        find: "if (claimed.lateAnswers.length > 0) claim",
        replace: "if (claimed.lateAnswers.length > 99) claim",
        effect: "a 503 gives up the claim while the dispatch goes on",
        dies: ["trap 32 a late success after a 503 is the answer to the next delivery"],
      },
      {
        file: answerOnce,
        find: "? () => claim.complete(late)",
        replace: "? () => claim.release()",
        effect: "a late success is forgotten",
        dies: ["trap 32 a late success after a 503 is the answer to the next delivery"],
      },
      {
        file: heldClaim,
        find: "void callStore(() => store.extend(this.#claim, claimSeconds), this.#ports);",
        replace: "",
        effect: "the claim runs out while the dispatch goes on",
        dies: ["trap 32 a late success after a 503 is the answer to the next delivery"],
      },
      {
        file: answerOnce,
        find: ": () => claim.release(progress);",
        replace: ": () => undefined;",
        effect: "a late failure keeps the next delivery out",
        dies: ["trap 32 a late failure after a 503 lets the next delivery run"],
      },
      {
        file: heldClaim,
        find: "if (held > MAX_HOLD_SECONDS * 1_000) return;",
        replace: "",
        effect: "a dispatch that hangs keeps its event out for ever",
        dies: ["trap 32 a dispatch that hangs for more than 15 minutes lets the next delivery run"],
      },
    ],
  },
];
