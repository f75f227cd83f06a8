// @ts-check
// Claims about what logs, records and whoever reads an event must not have.

const nowhere =
  "createIngress() shows the hook token to no template, transform, dispatch, record or answer";
const oneLineEach =
  "createServerLog() writes each event as one line without control characters, as JSON";

/** @param {string} line */
const printsNothingOf = (line) =>
  `run() prints no sequence of a config's names, and no line that they begin, for: ${line}`;

/** @type {readonly import("./claims.mjs").Claim[]} */
export const logClaims = [
  {
    claim:
      "No template, transform, dispatch, record or answer has the hook token, wherever a sender or proxy wrote it outside of the body, in any percent-encoded spelling",
    proofs: [{ file: "packages/core/test/properties/token-stays-inside.law.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/base/event.ts",
        find: "return value === undefined ? undefined : hideSecrets(value);",
        replace: "return value;",
        effect: "one header that a template reads is shown as it came",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/base/event.ts",
        find: "[hideSecrets(name), hide(value)]",
        replace: "[name, hide(value)]",
        effect: "the names of parameters are shown as they came",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/base/event.ts",
        find: "return url === undefined ? undefined : hideSecrets(url);",
        replace: "return url;",
        effect: "a transform gets the target as it was sent",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/base/secrets.ts",
        find: '.replaceAll("%", "%(?:25)*")',
        replace: "",
        effect: "a token that was encoded twice is not found",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/base/secrets.ts",
        find: "return `(?:${encodingOf(character)}|${read})`;",
        replace: "return read;",
        effect: "a token with encoded characters is not found",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/serving/ingress/request-context.ts",
        find: "isBuiltInRoute(name) ? name : hideSecrets(name)",
        replace: "name",
        effect: "the name of a hook is shown as it came",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/serving/ingress/record.ts",
        find: "oneLine(hideSecrets(notes.detail))",
        replace: "oneLine(notes.detail)",
        effect: "what a transform or the gateway throws is recorded as it is",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/serving/ingress/dispatch-call.ts",
        find: "[[name, hideSecrets(value)]]",
        replace: "[[name, value]]",
        effect: "dispatch gets headers as they came",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: "context.idempotencyKey = context.hideSecrets(sent.key);",
        replace: "context.idempotencyKey = sent.key;",
        effect: "dispatch gets the key of the sender as it came",
        dies: [nowhere],
      },
      {
        file: "packages/core/src/serving/ingress/dispatch-call.ts",
        find: "{ ...found, id: hideSecrets(found.id) }",
        replace: "found",
        effect: "dispatch gets the id of a delivery as it came",
        dies: [nowhere],
      },
    ],
  },
  {
    claim: "Every line of the log is one line without control characters",
    proofs: [
      { file: "packages/cli/src/output/server-log.test.ts" },
      { file: "packages/base/src/visible-text.test.ts" },
    ],
    mutants: [
      {
        file: "packages/cli/src/output/server-log.ts",
        find: "lines.map((line) => logLine(line, color))",
        replace: "[...lines]",
        effect: "lines for people are written as they are",
        dies: [`${oneLineEach}: false, {}`, `${oneLineEach}: false, {"FORCE_COLOR":"1"}`],
      },
      {
        file: "packages/cli/src/output/server-log.ts",
        find: "createJsonLog((line) => write(visibleJson(line)))",
        replace: "createJsonLog((line) => write(JSON.stringify(line)))",
        effect: "JSON lines keep C1 controls and marks of direction",
        dies: [`${oneLineEach}: true, {}`],
      },
      {
        file: "packages/base/src/visible-text.ts",
        find: "return visibleText(text).replace(/[\\t\\n]/g, escapeUnits);",
        replace: "return visibleText(text);",
        effect: "a text may end its line",
        dies: [`${oneLineEach}: false, {}`, `${oneLineEach}: false, {"FORCE_COLOR":"1"}`],
      },
      {
        file: "packages/base/src/visible-text.ts",
        find: "\\p{Cs}\\p{Bidi_Control}",
        replace: "\\p{Cs}",
        effect: "marks of direction stay",
        proof: "packages/base/src/visible-text.test.ts",
        dies: [
          "logLine() makes one line without control characters of any text",
          "visibleJson() means the same as JSON, without a control character",
        ],
      },
      {
        file: "packages/base/src/visible-text.ts",
        find: "const COLOR = /(\\u001B\\[[\\d;]{1,4}m)/;",
        replace: "const COLOR = /(\\u001B\\[[\\d;]{0,4}[A-Za-z])/;",
        effect: "other sequences than colours pass",
        proof: "packages/base/src/visible-text.test.ts",
        dies: ["logLine() keeps colours where they are wanted, and no other sequence"],
      },
      {
        file: "packages/base/src/visible-text.ts",
        find: "if (!color) return visibleLine(text);",
        replace: "",
        effect: "colours from outside pass where no colours are wanted",
        proof: "packages/base/src/visible-text.test.ts",
        dies: ["logLine() keeps colours where they are wanted, and no other sequence"],
      },
    ],
  },
  {
    claim: "No name of a config reaches a terminal, a page or a report of a build server raw",
    proofs: [{ file: "packages/cli/test/visible-names.slow.test.ts" }],
    mutants: [
      {
        file: "packages/cli/src/output/explanation/explanation-to-text.ts",
        find: "${visibleLine(mappingId)}: matched",
        replace: "${mappingId}: matched",
        effect: "explain prints the id of a mapping as it is",
        dies: [printsNothingOf("explain hooks.json --payload payload.json --name a")],
      },
      {
        file: "packages/cli/src/output/problem-report.ts",
        find: "const visible = visibleText(plain);",
        replace: "const visible = plain;",
        effect: "a report of problems shows lines of the config as they are",
        dies: [printsNothingOf("check raw.yaml")],
      },
      {
        file: "packages/cli/src/output/problem-report.ts",
        find: "message: visibleLine(message),",
        replace: "message,",
        effect: "a name in a message begins a line of the report",
        dies: [printsNothingOf("check wrong.json")],
      },
      {
        file: "packages/cli/src/commands/test/report/reports-for-programs.ts",
        find: "visibleText(text)\n    .replaceAll(NOT_IN_XML",
        replace: "text\n    .replaceAll(NOT_IN_XML",
        effect: "a report for build servers has sequences of one character",
        dies: [printsNothingOf("test hooks.test.json --reporter junit")],
      },
      {
        file: "packages/cli/src/commands/diff/report-formats.ts",
        find: "${head}${visibleLine(text)}",
        replace: "${head}${text}",
        effect: "diff prints the id of a mapping as it is",
        dies: [printsNothingOf("diff hooks.json after.json --events events")],
      },
    ],
  },
];
