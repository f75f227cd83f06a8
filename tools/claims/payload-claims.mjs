// @ts-check
// Claims about what payloads can do to templates, rules and refusals.

const laws = "packages/core/test/properties";
const src = "packages/core/src";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const payloadClaims = [
  {
    claim: "No payload can close the fence or seem to close it",
    proofs: [{ file: `${laws}/fence-cannot-be-closed.test.ts` }],
    mutants: [
      {
        file: `${src}/resolve/finish-action.ts`,
        find: "isTrusted || allowUnsafeExternalContent",
        replace: "isTrusted || allowUnsafeExternalContent || text.length > 0",
        effect: "no text is fenced",
        dies: [
          "resolve() fences every part of a message that a payload provides",
          "resolve() fences what a request sends",
        ],
      },
      {
        file: `${src}/resolve/finish-action.ts`,
        find: 'const isTrusted = draft.origins.text === "operator";',
        replace: 'const isTrusted = draft.origins.text !== "payload";',
        effect: "the text of a request counts as the operator's",
        dies: ["resolve() fences what a request sends"],
      },
      {
        file: `${src}/fence/fence-text.ts`,
        find: "const inside = neutralize(text, onOpening);",
        replace: "const inside = text;",
        effect: "markers stay in the text",
        dies: ["fenceText() cannot be closed from inside by any text"],
      },
    ],
  },
  {
    claim: "No payload makes resolving throw",
    proofs: [{ file: `${laws}/resolve-never-throws.test.ts` }],
    mutants: [
      {
        file: `${src}/data/text-from-value.ts`,
        find: 'if (levels === 0) return "too deep";',
        replace: "",
        effect: "values of any depth become JSON text",
        dies: ["resolve() answers values nested in lists and objects up to 100,000 deep"],
      },
      {
        file: `${src}/language/render/render-failure.ts`,
        find: "if (error instanceof TooDeepError)",
        replace: "if (error === undefined)",
        effect: "a value that is too deep is no failure of rendering",
        dies: ["resolve() answers values nested in lists and objects up to 100,000 deep"],
      },
      {
        file: `${src}/data/path.ts`,
        find: 'value === null || value === undefined || key === "__proto__"',
        replace: 'value === undefined || key === "__proto__"',
        effect: "a field of null is read",
        dies: ["resolve() answers any kind of value in the fields that the config reads"],
      },
      {
        file: `${src}/language/render/render-failure.ts`,
        find: "if (error instanceof RenderLimitError)",
        replace: "if (error === undefined)",
        effect: "the limit of loops is no failure of rendering",
        dies: ["resolve() answers lists of a hundred thousand elements"],
      },
    ],
  },
  {
    claim: "Templates read own properties only",
    proofs: [{ file: `${laws}/own-properties-only.test.ts` }],
    mutants: [
      {
        file: `${src}/data/path.ts`,
        find: "return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;",
        replace: "return (value as Record<string, unknown>)[key];",
        effect: "fields are read through prototypes",
        dies: [
          "resolve() renders no inherited property of the payload, its parts, headers or query",
          "resolve() renders no property of a polluted Object.prototype",
        ],
      },
      {
        file: `${src}/data/read-header.ts`,
        find: "if (!Object.hasOwn(headers, lowerCaseName)) return undefined;",
        replace: "",
        effect: "headers are read through prototypes",
        dies: [
          "resolve() renders no inherited property of the payload, its parts, headers or query",
        ],
      },
      {
        file: `${src}/data/text-from-value.ts`,
        find: '"toJSON" in value && typeof value.toJSON === "function" ? "foreign" : "plain";',
        replace: '"plain";',
        effect: "a value says itself how it is shown",
        dies: ["resolve() calls no inherited toJSON"],
      },
      {
        file: `${src}/resolve/resolve-request.ts`,
        find: "return { ...(payload as Request) };",
        replace: "return payload as Request;",
        effect: "fields of a request are read through prototypes",
        dies: ["resolve() ignores inherited fields of a request"],
      },
    ],
  },
  {
    claim: "A payload value is never read as a template",
    proofs: [{ file: `${laws}/values-are-not-templates.test.ts` }],
    mutants: [
      {
        file: `${src}/data/text-from-value.ts`,
        find: 'if (typeof value === "string") return value;',
        replace:
          'if (typeof value === "string") return value.replaceAll("{{x}}", "rendered twice");',
        effect: "an expression in a value is rendered",
        dies: ["resolve() renders text of a payload literally, whatever tags it contains"],
      },
      {
        file: `${src}/language/render/body.ts`,
        find: 'text += (typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;',
        replace:
          'text = `${text}\\u0001`.replace("\\u0001", typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;',
        effect: "patterns of replace() in a value are read",
        dies: ["resolve() renders text of a payload literally, whatever tags it contains"],
      },
      {
        file: `${src}/transform/merge-changes.ts`,
        find: "text: text ?? draft.text,",
        replace: 'text: text?.replaceAll("{{x}}", "twice") ?? draft.text,',
        effect: "an expression in the text of a transform is rendered",
        dies: ["resolve() renders text that a transform returned literally"],
      },
      {
        file: `${src}/resolve/resolve-request.ts`,
        find: "text: text.trim(),",
        replace: 'text: text.trim().replaceAll("{{x}}", ""),',
        effect: "an expression in the text of a request is rendered",
        dies: ["resolve() renders text of a request literally, but for outer spaces"],
      },
    ],
  },
  {
    claim: "Refusals hold no payload value",
    proofs: [{ file: `${laws}/refusals-tell-no-values.test.ts` }],
    mutants: [
      {
        file: `${src}/policy/check-session-key.ts`,
        find: "refuse(`must start with ${prefixes}`, hint)",
        replace: "refuse(`must start with ${prefixes}, not ${key}`, hint)",
        effect: "the refusal of a session key quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: `${src}/policy/check-model.ts`,
        find: 'detail: "agents.defaults.models would have to name it.",',
        replace: "detail: `agents.defaults.models would have to name ${model}.`,",
        effect: "the detail of a refused model quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: `${src}/resolve/resolve-request.ts`,
        find: "return { ok: false, refusal: unknownChannel(channels) };",
        replace:
          "return { ok: false, refusal: { ...unknownChannel(channels), message: `${request.channel} is unknown.` } };",
        effect: "the refusal of a channel quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: `${src}/schema/describe-schema-error.ts`,
        find: "return `${name} must be ${listNames(",
        replace: "return `${name} ${readSteps(root, steps)} must be ${listNames(",
        effect: "the refusal of a mode quotes it",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
      {
        file: `${src}/schema/describe-schema-error.ts`,
        find: "`, not ${typeName(value)}`",
        replace: "`, not ${JSON.stringify(value)}`",
        effect: "a value of the wrong type is quoted",
        dies: ["resolve() puts no value into the refusal of a field, not even for the operator"],
      },
    ],
  },
  {
    claim: "Rules give what json-logic-js gives",
    proofs: [{ file: `${src}/condition/json-logic.oracle.test.ts` }],
    mutants: [
      {
        file: `${src}/condition/compile-lazy.ts`,
        find: "evaluators.length % 2 === 1 ?",
        replace: "evaluators.length % 2 === 0 ?",
        effect: "if takes its last condition for the result",
        dies: ["gives the same values for generated rules and events"],
      },
      {
        file: `${src}/condition/compile-scoped.ts`,
        find: "return elements.length > 0 && elements.every(apply);",
        replace: "return elements.every(apply);",
        effect: "all holds for an empty list",
        dies: ["gives the same values for generated rules and events"],
      },
      {
        file: `${src}/condition/compile-value.ts`,
        find: "(left as number) < (right as number)",
        replace: "(left as number) <= (right as number)",
        effect: "< holds for equal values",
        dies: ["gives the same values for generated rules and events"],
      },
      {
        file: `${src}/condition/compile-variable.ts`,
        find: 'value === undefined || value === null || value === ""',
        replace: "value === undefined || value === null",
        effect: "an empty text is not missing",
        dies: ["gives the same values for generated rules and events"],
      },
    ],
  },
  {
    claim: "Conditions read own properties only",
    proofs: [{ file: `${laws}/conditions-read-own-properties.test.ts` }],
    mutants: [
      {
        file: `${src}/data/path.ts`,
        find: "return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;",
        replace: "return (value as Record<string, unknown>)[key];",
        effect: "fields are read through prototypes",
        dies: [
          "compileCondition() reads nothing that objects and lists inherit",
          "compileCondition() reads nothing of a polluted Object.prototype",
        ],
      },
      {
        file: `${src}/condition/compile-name.ts`,
        find: "return (data) => readPath(data, keys);",
        replace: "return (data) => keys.reduce<any>((value, key) => value?.[key], data);",
        effect: "rules for elements read through prototypes",
        dies: [
          "compileCondition() reads nothing that objects and lists inherit",
          "compileCondition() reads nothing of a polluted Object.prototype",
        ],
      },
      {
        file: `${src}/condition/compile-name.ts`,
        find: "return (subject) => readPath((subject as ElementSubject)[root], keys);",
        replace:
          "return (subject) => keys.reduce<any>((value, key) => value?.[key], (subject as any)[root]);",
        effect: "rules over the query read through prototypes",
        dies: ["compileCondition() reads nothing that objects and lists inherit"],
      },
      {
        file: `${src}/data/path.ts`,
        find: "return key < value.length ? value[key] : undefined;",
        replace: "return value[key];",
        effect: "places behind the end of a list are read through prototypes",
        dies: ["compileCondition() reads nothing that objects and lists inherit"],
      },
    ],
  },
];
