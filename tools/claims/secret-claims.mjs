// @ts-check
// Claims about tokens, session keys and what the core runs on.

const core = "packages/core";
const perTexts =
  "tokenMatches() reads as many characters as the candidate has, wherever it differs";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const secretClaims = [
  {
    claim: "Session keys are checked by who chose them",
    proofs: [{ file: "packages/core/test/properties/session-keys-by-origin.law.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/resolve/policy.ts",
        find: 'if (origin === "operator") return',
        replace: 'if (origin !== "request") return',
        effect: "keys of payloads and transforms are free",
        dies: [
          "resolve() accepts a key whose beginning the payload decides only with an allowed prefix",
          "resolve() accepts a key that a transform returns only with an allowed prefix",
        ],
      },
      {
        file: "packages/core/src/serving/resolve/policy.ts",
        find: "key: HOOK_PREFIX + key, isMoved: true",
        replace: "key, isMoved: true",
        effect: "a key of an outsider is not moved below hook:",
        dies: ["resolve() never lets a key of an outsider leave the hook context"],
      },
      {
        file: "packages/core/src/serving/resolve/transform.ts",
        find: 'sessionKey: origin("sessionKey"),',
        replace: "sessionKey: draft.origins.sessionKey,",
        effect: "a key of a transform counts as the mapping's",
        dies: ["resolve() accepts a key that a transform returns only with an allowed prefix"],
      },
      {
        file: "packages/core/src/serving/resolve/policy.ts",
        find: "text.startsWith(prefix) ||",
        replace: "text.includes(prefix) ||",
        effect: "a prefix may stand anywhere in a key",
        dies: ["resolve() accepts a key of a request only with an allowed prefix"],
      },
      {
        file: "packages/core/src/serving/resolve/finish-action.ts",
        find: 'const refusal = judgeId("sessionKey", result.key);',
        replace: "const refusal = undefined;",
        effect: "control characters and any length are accepted in a key",
        dies: ["resolve() accepts no key with control characters or more than 512 characters"],
      },
    ],
  },
  {
    claim: "Tokens are compared in a time that does not depend on where they differ",
    proofs: [{ file: "packages/base/src/token-matches.test.ts" }],
    mutants: [
      {
        file: "packages/base/src/token-matches.ts",
        find: "difference |= candidate.charCodeAt(index) ^ token.charCodeAt(index % token.length);",
        replace:
          "difference |= candidate.charCodeAt(index) ^ token.charCodeAt(index % token.length);\n    if (difference !== 0) return false;",
        effect: "the comparison ends at the first difference",
        dies: [perTexts],
      },
      {
        file: "packages/base/src/token-matches.ts",
        find: "let difference = candidate.length ^ token.length;",
        replace:
          "if (candidate.length !== token.length) return false;\n  let difference = candidate.length ^ token.length;",
        effect: "a candidate of another length is not compared",
        dies: [perTexts],
      },
      {
        file: "packages/base/src/token-matches.ts",
        find: "return difference === 0;",
        replace: "return candidate === token && difference === 0;",
        effect: "whole texts are compared, which ends at the first difference",
        dies: [perTexts],
      },
      {
        file: "packages/base/src/token-matches.ts",
        find: "tokenMatches(candidate, token) || found",
        replace: "found || tokenMatches(candidate, token)",
        effect: "tokens behind the right one are not compared",
        dies: [
          "anyTokenMatches() compares with every token, whichever of them it is",
          "verifyToken() reads a candidate once for each token of the config",
        ],
      },
      {
        file: "packages/core/src/create-hooks.ts",
        find: "anyTokenMatches(candidate, tokens)",
        replace: "tokens.includes(candidate)",
        effect: "compiled hooks do not use the comparison",
        dies: ["verifyToken() reads a candidate once for each token of the config"],
      },
    ],
  },
  {
    claim: "The core imports no Node module and runs without eval",
    // The core bundles what base has built.
    proofs: [{ file: "tools/check-purity.mjs", builds: ["packages/base", core] }],
    mutants: [
      {
        file: "packages/base/src/text.ts",
        find: "export function oneLine(",
        replace: '// @ts-ignore\nimport "node:fs";\nexport function oneLine(',
        effect: "a Node module is imported",
        dies: ['imports the Node module "node:fs"'],
      },
      {
        file: "packages/base/src/text.ts",
        find: 'const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();',
        replace:
          'const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();\n  if (line === "1") (globalThis as any)["eval"](line);',
        effect: "a text is evaluated",
        dies: ["uses eval"],
      },
      {
        file: "packages/base/src/text.ts",
        find: 'const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();',
        replace:
          'const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();\n  if (line === "1") ((() => 1) as any).constructor(line)();',
        effect: "a function is made of a text by the constructor of another one",
        dies: ["reads a constructor from a value"],
      },
      {
        file: "packages/base/src/text.ts",
        find: 'const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();',
        replace:
          'const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();\n  if (line === "1") (globalThis as any)["process"].getBuiltinModule("fs");',
        effect: "a Node module is asked for at run time",
        dies: ["uses process.getBuiltinModule"],
      },
    ],
  },
];
