// @ts-check
// Claims about what payloads can do to texts and templates.

/** @type {readonly import("./claims.mjs").Claim[]} */
export const payloadClaims = [
  {
    claim:
      "Each line of outside text begins with `> `, whatever ends it, and no payload can close the fence",
    proofs: [{ file: "packages/core/test/properties/fence-cannot-be-closed.law.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/resolve/finish-action.ts",
        find: "text: allowUnsafeExternalContent\n",
        replace: "text: draft.text.length >= 0\n",
        effect: "no text is fenced",
        dies: [
          "resolve() fences every part of a message that a payload provides",
          "resolve() fences what a request sends",
        ],
      },
      {
        file: "packages/core/src/serving/resolve/finish-action.ts",
        find: 'const isTrusted = draft.origins.text === "operator";',
        replace: 'const isTrusted = draft.origins.text !== "payload";',
        effect: "the text of a request counts as the operator's",
        dies: ["resolve() fences what a request sends"],
      },
      {
        file: "packages/core/src/serving/fence/neutralize.ts",
        find: "return fenceNeutralized(neutralize(text), {",
        replace: "return fenceNeutralized(text, {",
        effect: "markers stay in the text",
        dies: ["fenceText() cannot be closed from inside by any text"],
      },
      {
        file: "packages/core/src/serving/fence/neutralize.ts",
        find: 'const quoted = text.replace(LINE_ENDS, "\\n> ");',
        replace: "const quoted = text;",
        effect: "only the first line is quoted",
        dies: ["fenceText() begins each line of any text with a quote sign"],
      },
      {
        file: "packages/core/src/serving/resolve/finish-action.ts",
        find: "isFenced ? neutralize(draft.text, () => budget.spend(COST.openings)) : draft.text",
        replace: "draft.text",
        effect: "a fenced text is not cleaned",
        dies: [
          "resolve() fences every part of a message that a payload provides",
          "resolve() fences what a request sends",
        ],
      },
      {
        file: "packages/core/src/serving/fence/neutralize.ts",
        find: "return { ...part, text: neutralize(part.text), source: oneLine(neutralize(part.source)) };",
        replace: "return part;",
        effect: "parts are fenced as they are",
        dies: [
          "fenceParts() gives the text of an action from its parts, and fences them without resolve()",
        ],
      },
    ],
  },
  {
    claim: "No payload makes resolving throw",
    proofs: [{ file: "packages/core/test/properties/resolve-never-throws.law.test.ts" }],
    mutants: [
      {
        file: "packages/template/src/serving/render/text-from-value.ts",
        find: 'if (levels === 0) return "too deep";',
        replace: "",
        effect: "values of any depth become JSON text",
        dies: ["resolve() answers values nested in lists and objects up to 100,000 deep"],
      },
      {
        file: "packages/template/src/serving/render/render-failure.ts",
        find: "if (error instanceof TooDeepError)",
        replace: "if (error === undefined)",
        effect: "a value that is too deep is no failure of rendering",
        dies: ["resolve() answers values nested in lists and objects up to 100,000 deep"],
      },
      {
        file: "packages/base/src/path.ts",
        find: 'value === null || value === undefined || key === "__proto__"',
        replace: 'value === undefined || key === "__proto__"',
        effect: "a field of null is read",
        dies: ["resolve() answers any kind of value in the fields that the config reads"],
      },
      {
        file: "packages/template/src/serving/render/render-failure.ts",
        find: "if (error instanceof RenderLimitError)",
        replace: "if (error === undefined)",
        effect: "the limit of loops is no failure of rendering",
        dies: ["resolve() answers lists of a hundred thousand elements"],
      },
    ],
  },
  {
    claim: "Templates read own properties only",
    proofs: [{ file: "packages/core/test/properties/own-properties-only.law.test.ts" }],
    mutants: [
      {
        file: "packages/base/src/path.ts",
        find: "return hasOwn.call(value, key) ? (value as Record<string, unknown>)[key] : undefined;",
        replace: "return (value as Record<string, unknown>)[key];",
        effect: "fields are read through prototypes",
        dies: [
          "resolve() renders no inherited property of the payload, its parts, headers or query",
          "resolve() renders no property of a polluted Object.prototype",
        ],
      },
      {
        file: "packages/base/src/read-header.ts",
        find: "if (!Object.hasOwn(headers, lowerCaseName)) return undefined;",
        replace: "",
        effect: "headers are read through prototypes",
        dies: [
          "resolve() renders no inherited property of the payload, its parts, headers or query",
        ],
      },
      {
        file: "packages/template/src/serving/render/text-from-value.ts",
        find: '"toJSON" in value && typeof value.toJSON === "function" ? "foreign" : "plain";',
        replace: '"plain";',
        effect: "a value says itself how it is shown",
        dies: ["resolve() calls no inherited toJSON"],
      },
      {
        file: "packages/core/src/serving/resolve/resolve-event.ts",
        find: "return { ...(payload as Request) };",
        replace: "return payload as Request;",
        effect: "fields of a request are read through prototypes",
        dies: ["resolve() ignores inherited fields of a request"],
      },
    ],
  },
  {
    claim: "A payload value is never read as a template",
    proofs: [{ file: "packages/core/test/properties/values-are-not-templates.law.test.ts" }],
    mutants: [
      {
        file: "packages/template/src/serving/render/text-from-value.ts",
        find: 'if (typeof value === "string") return value;',
        replace:
          'if (typeof value === "string") return value.replaceAll("{{x}}", "rendered twice");',
        effect: "an expression in a value is rendered",
        dies: ["resolve() renders text of a payload literally, whatever tags it contains"],
      },
      {
        file: "packages/template/src/serving/render/body.ts",
        find: 'text += (typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;',
        replace:
          'text = `${text}\\u0001`.replace("\\u0001", typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;',
        effect: "patterns of replace() in a value are read",
        dies: ["resolve() renders text of a payload literally, whatever tags it contains"],
      },
      {
        file: "packages/core/src/serving/resolve/transform.ts",
        find: "text: text ?? draft.text,",
        replace: 'text: text?.replaceAll("{{x}}", "twice") ?? draft.text,',
        effect: "an expression in the text of a transform is rendered",
        dies: ["resolve() renders text that a transform returned literally"],
      },
      {
        file: "packages/core/src/serving/resolve/resolve-event.ts",
        find: "text: text.trim(),",
        replace: 'text: text.trim().replaceAll("{{x}}", ""),',
        effect: "an expression in the text of a request is rendered",
        dies: ["resolve() renders text of a request literally, but for outer spaces"],
      },
    ],
  },
];
