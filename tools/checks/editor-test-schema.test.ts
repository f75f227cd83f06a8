// The published schema of test files in the language servers of VS Code → what they complete, show and refuse.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { type CompletionList, getLanguageService, TextDocument } from "vscode-json-languageservice";
import { snippet } from "../../packages/core/tools/generate/editor-schema.mjs";

const readSchema = async (name: string) =>
  JSON.parse(
    await readFile(
      new URL(
        `../../packages/${name.startsWith("test") ? "testing" : "core"}/schema/${name}`,
        import.meta.url,
      ),
      "utf8",
    ),
  );

const schema = await readSchema("test.schema.json");
const eventSchema = await readSchema("event.schema.json");

/** A part of a schema, as far as this test reads it. */
interface Part {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly defaultSnippets?: readonly unknown[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
}

type NamedKey = readonly [path: string, key: Part];

/** Each key at any depth, also below lists and alternatives. */
function listKeys(value: unknown, path: string): readonly NamedKey[] {
  if (typeof value !== "object" || value === null) return [];
  const { properties = {} } = value as Part;
  const own = Object.entries(properties).map(([name, key]) => [`${path}.${name}`, key] as const);
  const below = Object.entries(value)
    .filter(([name]) => !["examples", "defaultSnippets"].includes(name))
    .flatMap(([name, part]) => listKeys(part, `${path}.${name}`));
  return [...own, ...below];
}

const keys = [...listKeys(schema, "test"), ...listKeys(eventSchema, "event")];

test.each(keys)("test.schema.json describes %s, with examples and snippets", (_, key) => {
  expect(key.description).toBeTypeOf("string");
  const examples = key.examples ?? [];
  expect(examples.length).toBeGreaterThanOrEqual(key.const === undefined ? 2 : 1);
  expect(key.defaultSnippets).toEqual(examples.slice(0, 2).map(snippet));
  if (key.enum !== undefined) expect(key.markdownEnumDescriptions).toHaveLength(key.enum.length);
});

interface Place {
  readonly where: string;
  readonly json: string;
  readonly yaml: string;
  readonly proposed: readonly string[];
}

const inCase = (json: string): string => `{ "cases": [{ "name": "a", ${json} }] }`;
const yamlCase = (yaml: string): string => `cases:\n  - name: a\n    ${yaml}`;
const inExpect = (json: string): string => inCase(`"expect": { ${json} }`);
const yamlExpect = (yaml: string): string => yamlCase(`expect:\n      ${yaml}`);

const place = (where: string, [json, yaml]: readonly [string, string], ...proposed: string[]) => ({
  where,
  json,
  yaml,
  proposed,
});

const ofCase = (where: string, json: string, yaml: string, ...proposed: string[]): Place =>
  place(where, [inCase(json), yamlCase(yaml)], ...proposed);
const ofExpect = (where: string, json: string, yaml: string, ...proposed: string[]): Place =>
  place(where, [inExpect(json), yamlExpect(yaml)], ...proposed);

const PLACES: readonly Place[] = [
  place("the root", ['{ "«»" }', "«»"], "$schema", "cases", "config", "now", "transforms"),
  place("the config", ['{ "config": «» }', "config: «»"], "hooks.json5", "hooks.yaml"),
  place("the clock", ['{ "now": «» }', "now: «»"], "2026-01-02T03:04:05Z"),
  place("a truth value", ['{ "strict": «» }', "strict: «»"], "true", "false"),
  place(
    "the stub of a transform",
    ['{ "transforms": { "a.ts": { "«»" } } }', "transforms:\n  a.ts:\n    «»"],
    "returns",
    "throws",
  ),
  place(
    "a mutant that need not be noticed",
    ['{ "ignore": [{ "«»" }] }', "ignore:\n  - «»"],
    "mutant",
    "at",
    "why",
  ),
  ofCase("a case", '"«»"', "«»", "event", "events", "patch", "remove", "each", "expect"),
  ofCase("whether it is reviewed", '"reviewed": «»', "reviewed: «»", "true", "false"),
  ofCase("the event", '"event": «»', "event: «»", "events/github/push.event.json"),
  ofCase("an event itself", '"event": { "«»" }', "event:\n      «»", "path", "headers", "payload"),
  ofCase("a row", '"each": [{ "«»" }]', "each:\n      - «»", "title", "patch", "remove", "expect"),
  ofCase(
    "an expectation",
    '"expect": { "«»" }',
    "expect:\n      «»",
    "becomes",
    "text",
    "snapshot",
  ),
  ofExpect("the outcome", '"becomes": «»', "becomes: «»", "agent", "wake", "skipped", "unmatched"),
  ofExpect("the code of a refusal", '"code": «»', "code: «»", "session_key_refused"),
  ofExpect("the session mode", '"sessionMode": «»', "sessionMode: «»", "isolated", "persistent"),
  ofExpect("when it begins", '"wakeMode": «»', "wakeMode: «»", "now", "next-heartbeat"),
  ofExpect("the channel", '"channel": «»', "channel: «»", "telegram", "slack", "last"),
  ofExpect("whether it is sent", '"deliver": «»', "deliver: «»", "true", "false"),
  ofExpect("a text", '"text": { "«»" }', "text:\n        «»", "contains", "excludes", "maxChars"),
  ofExpect(
    "an action of a list",
    '"actions": [{ "«»" }]',
    "actions:\n        - «»",
    "becomes",
    "to",
  ),
  ofExpect("a failed element", '"failed": [{ "«»" }]', "failed:\n        - «»", "index", "code"),
  ofExpect("the snapshot", '"snapshot": «»', "snapshot: «»", "true", "false"),
];

const schemas = [
  { uri: schema.$id, fileMatch: ["*"], schema: structuredClone(schema) },
  { uri: eventSchema.$id, fileMatch: [], schema: structuredClone(eventSchema) },
];

/** As VS Code does: the schema of events is loaded with that of test files. */
const workspaceContext = {
  resolveRelativePath: (path: string, base: string) => new URL(path, base).href,
};

const json = getLanguageService({ clientCapabilities: {}, workspaceContext });
json.configure({ schemas });

function namesOf(list: CompletionList | null): readonly string[] {
  return (list?.items ?? []).map(({ label }) => label.trim().replaceAll(/^(?:- )?\[?"|"\]?$/g, ""));
}

let version = 0;

/** The servers keep a document by its version. */
function create(language: "json" | "yaml", text: string): TextDocument {
  version += 1;
  const name = `file:///hooks.test.${language}`;
  return TextDocument.create(name, language, version, text);
}

function open(marked: string, language: "json" | "yaml") {
  const document = create(language, marked.replace("«»", ""));
  return { document, position: document.positionAt(marked.indexOf("«»")) };
}

const require = createRequire(import.meta.url);
const {
  getLanguageService: getYaml,
} = require("yaml-language-server/out/server/src/languageservice/yamlLanguageService.js");
const { SettingsState } = require("yaml-language-server/out/server/src/yamlSettings.js");

function createYaml() {
  const service = getYaml({
    // Without it, a failure is an empty answer.
    telemetry: { send: () => undefined, sendTrack: () => undefined, sendError: console.error },
    schemaRequestService: async (uri: string) =>
      JSON.stringify(uri.includes("event") ? eventSchema : schema),
    workspaceContext,
    yamlSettings: new SettingsState(),
    clientCapabilities: {},
  });
  const [ofTests] = schemas;
  service.configure({
    validate: true,
    completion: true,
    hover: true,
    schemas: [{ ...ofTests, fileMatch: ["hooks.test.yaml"] }],
  });
  return service;
}

const yaml = createYaml();

test.each(PLACES)(
  "the language server of JSON completes $where of a test file",
  async ({ json: text, proposed }) => {
    const { document, position } = open(text, "json");
    const list = await json.doComplete(document, position, json.parseJSONDocument(document));
    expect(namesOf(list)).toEqual(expect.arrayContaining([...proposed]));
  },
);

test.each(PLACES)(
  "the language server of YAML completes $where of a test file",
  async ({ yaml: text, proposed }) => {
    const { document, position } = open(text, "yaml");
    const list = await yaml.doComplete(document, position, false);
    expect(namesOf(list)).toEqual(expect.arrayContaining([...proposed]));
  },
);

test("the language servers accept a test file with $schema, and refuse an unknown key", async () => {
  const file = (key: string) => ({
    $schema: schema.$id,
    cases: [{ name: "a", event: { path: "ci" }, expect: { mapping: "ci", [key]: true } }],
  });
  for (const [key, wrong] of [
    ["snapshot", 0],
    ["snapshots", 1],
  ] as const) {
    const text = JSON.stringify(file(key));
    const ofJson = create("json", text);
    expect(await json.doValidation(ofJson, json.parseJSONDocument(ofJson))).toHaveLength(wrong);
    expect(await yaml.doValidation(create("yaml", text), false)).toHaveLength(wrong);
  }
});
