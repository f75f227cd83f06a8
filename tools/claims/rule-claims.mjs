// @ts-check
// Claims about refusals and conditions.

/** @type {readonly import("./claims.mjs").Claim[]} */
export const ruleClaims = [
  {
    claim: "Refusals hold no payload value",
    proofs: [{ file: "packages/core/test/properties/refusals-tell-no-values.law.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/resolve/policy.ts",
        find: "`must start with ${prefixes}, as",
        replace: "`must start with ${prefixes}, not ${key}, as",
        effect: "the refusal of a session key quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: "packages/core/src/serving/resolve/policy.ts",
        find: 'detail: "agents.defaults.models would have to name it.",',
        replace: "detail: `agents.defaults.models would have to name ${model}.`,",
        effect: "the detail of a refused model quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: "packages/core/src/serving/resolve/resolve-event.ts",
        find: "return { ok: false, refusal: unknownChannel(channels) };",
        replace:
          "return { ok: false, refusal: { ...unknownChannel(channels), message: `${request.channel} is unknown.` } };",
        effect: "the refusal of a channel quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: "packages/core/src/base/describe-schema-error.ts",
        find: "return `${name} must be ${listNames(",
        replace: "return `${name} ${readSteps(root, steps)} must be ${listNames(",
        effect: "the refusal of a mode quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: "packages/core/src/base/describe-schema-error.ts",
        find: "`, not ${typeName(value)}`",
        replace: "`, not ${JSON.stringify(value)}`",
        effect: "a value of the wrong type is quoted",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
    ],
  },
  {
    claim: "Rules give what json-logic-js gives",
    proofs: [{ file: "packages/core/src/serving/match/condition/json-logic.oracle.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: "evaluators.length % 2 === 1 ?",
        replace: "evaluators.length % 2 === 0 ?",
        effect: "if takes its last condition for the result",
        dies: ["gives the same values for generated rules and events"],
      },
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: "return elements.length > 0 && elements.every(apply);",
        replace: "return elements.every(apply);",
        effect: "all holds for an empty list",
        dies: ["gives the same values for generated rules and events"],
      },
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: "(left, right) => left < right)]",
        replace: "(left, right) => left <= right)]",
        effect: "< holds for equal values",
        dies: ["gives the same values for generated rules and events"],
      },
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: 'value === undefined || value === null || value === ""',
        replace: "value === undefined || value === null",
        effect: "an empty text is not missing",
        dies: ["gives the same values for generated rules and events"],
      },
    ],
  },
  {
    claim: "Conditions read own properties only",
    proofs: [{ file: "packages/core/test/properties/conditions-read-own-properties.law.test.ts" }],
    mutants: [
      {
        file: "packages/base/src/path.ts",
        find: "return hasOwn.call(value, key) ? (value as Record<string, unknown>)[key] : undefined;",
        replace: "return (value as Record<string, unknown>)[key];",
        effect: "fields are read through prototypes",
        dies: [
          "compileCondition() reads nothing that objects and lists inherit",
          "compileCondition() reads nothing of a polluted Object.prototype",
        ],
      },
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: "return (data) => readPath(data, keys);",
        replace: "return (data) => keys.reduce<any>((value, key) => value?.[key], data);",
        effect: "rules for elements read through prototypes",
        dies: [
          "compileCondition() reads nothing that objects and lists inherit",
          "compileCondition() reads nothing of a polluted Object.prototype",
        ],
      },
      {
        file: "packages/core/src/serving/match/condition/compile-node.ts",
        find: "return (subject) => readPath((subject as ElementSubject)[root], keys);",
        replace:
          "return (subject) => keys.reduce<any>((value, key) => value?.[key], (subject as any)[root]);",
        effect: "rules over the query read through prototypes",
        dies: ["compileCondition() reads nothing that objects and lists inherit"],
      },
      {
        file: "packages/base/src/path.ts",
        find: "return key < value.length ? value[key] : undefined;",
        replace: "return value[key];",
        effect: "places behind the end of a list are read through prototypes",
        dies: ["compileCondition() reads nothing that objects and lists inherit"],
      },
    ],
  },
];
