// The published schema of configs in the language servers of VS Code → what they complete, show and refuse.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { type CompletionList, getLanguageService, TextDocument } from "vscode-json-languageservice";
import { DEFAULTS } from "../../packages/core/tools/generate/editor-meanings.mjs";
import { EDITOR_KEYS } from "../../packages/core/tools/generate/editor-schema.mjs";

const folder = new URL("../../packages/core/schema/", import.meta.url);

const readSchema = async (name: string) =>
  JSON.parse(await readFile(new URL(name, folder), "utf8"));

const schema = await readSchema("editor.schema.json");

/** A part of a schema, as far as this test reads it. */
interface Part {
  readonly description?: string;
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly defaultSnippets?: readonly unknown[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
}

/** Each key with its path: those of the root, and of each definition. */
function listKeys(part: Part, before = ""): readonly (readonly [path: string, key: Part])[] {
  return Object.entries(part.properties ?? {}).flatMap(([name, key]) => [
    [`${before}${name}`, key] as const,
    ...listKeys(key, `${before}${name}.`),
  ]);
}

const keys = [
  ...listKeys(schema),
  ...Object.entries<Part>(schema.definitions).flatMap(([name, one]) => listKeys(one, `${name}.`)),
];

test.each(keys)("hooks.schema.json describes %s, with two examples and snippets", (_path, key) => {
  const referred = schema.definitions[String(key.$ref).split("/").at(-1) as string];
  expect(key.description ?? referred?.description).toBeTypeOf("string");
  expect(key.examples?.length).toBeGreaterThanOrEqual(2);
  expect(key.defaultSnippets?.length).toBeGreaterThanOrEqual(1);
  if (key.enum !== undefined) expect(key.markdownEnumDescriptions).toHaveLength(key.enum.length);
});

test("editor.schema.json without its editor keys is the schema that configs are checked with", async () => {
  const withoutNotes = (one: object) =>
    JSON.parse(
      JSON.stringify(one, (key, value) =>
        EDITOR_KEYS.includes(key) && (Array.isArray(value) || value === undefined)
          ? undefined
          : value,
      ),
    );
  const plain = withoutNotes(schema);
  const withDefaults = withoutNotes(await readSchema("hooks.schema.json"));
  for (const [path, value] of Object.entries(DEFAULTS)) {
    const [definition = "", ...steps] = path.split(".");
    const parent = steps
      .slice(0, -1)
      .reduce((at, step) => at.properties[step], withDefaults.definitions[definition]);
    parent.properties[steps.at(-1) as string].default = value;
  }
  expect(plain.properties).toMatchObject(withDefaults.properties);
  // `agents` has the keys that the host reads, too.
  const { agents, ...others } = withDefaults.definitions;
  for (const [name, one] of Object.entries(others)) {
    expect([name, plain.definitions[name]]).toEqual([name, one]);
  }
  expect(plain.definitions.agents).toMatchObject(agents);
});

/** What an editor proposes at «». */
type Complete = (text: string) => Promise<readonly string[]>;

interface Place {
  readonly where: string;
  readonly json: string;
  readonly yaml: string;
  readonly proposed: readonly string[];
}

const inMapping = (json: string): string => `{ "hooks": { "mappings": [{ ${json} }] } }`;
const inHooks = (json: string): string => `{ "hooks": { ${json} } }`;

const PLACES: readonly Place[] = [
  {
    where: "the root",
    json: '{ "«»" }',
    yaml: "«»",
    proposed: ["$schema", "hooks", "agents", "host", "channels", "secrets", "session"],
  },
  {
    where: "hooks",
    json: inHooks('"«»"'),
    yaml: "hooks:\n  «»",
    proposed: ["enabled", "token", "mappings"],
  },
  {
    where: "the base path",
    json: inHooks('"path": «»'),
    yaml: "hooks:\n  path: «»",
    proposed: ["/hooks", "/webhooks"],
  },
  {
    where: "a truth value",
    json: inHooks('"enabled": «»'),
    yaml: "hooks:\n  enabled: «»",
    proposed: ["true", "false"],
  },
  {
    where: "presets",
    json: inHooks('"presets": «»'),
    yaml: "hooks:\n  presets: «»",
    proposed: ["gmail"],
  },
  {
    where: "the token",
    json: inHooks('"token": «»'),
    yaml: "hooks:\n  token: «»",
    proposed: ["${HOOK_TOKEN}"],
  },
  {
    where: "a limit",
    json: inHooks('"maxBodyBytes": «»'),
    yaml: "hooks:\n  maxBodyBytes: «»",
    proposed: ["262144"],
  },
  {
    where: "how lines are treated",
    json: inHooks('"templates": { "emptyLines": «» }'),
    yaml: "hooks:\n  templates:\n    emptyLines: «»",
    proposed: ["keep", "drop"],
  },
  {
    where: "the throttle",
    json: inHooks('"throttle": { "«»" }'),
    yaml: "hooks:\n  throttle:\n    «»",
    proposed: ["failures", "windowSeconds"],
  },
  {
    where: "a mapping",
    json: inMapping('"«»"'),
    yaml: "hooks:\n  mappings:\n    - «»",
    proposed: ["match", "messageTemplate", "channel"],
  },
  {
    where: "the action",
    json: inMapping('"action": «»'),
    yaml: "hooks:\n  mappings:\n    - action: «»",
    proposed: ["wake", "agent"],
  },
  {
    where: "the channel",
    json: inMapping('"channel": «»'),
    yaml: "hooks:\n  mappings:\n    - channel: «»",
    proposed: ["telegram", "slack", "last"],
  },
  {
    where: "the session mode",
    json: inMapping('"sessionMode": «»'),
    yaml: "hooks:\n  mappings:\n    - sessionMode: «»",
    proposed: ["isolated", "persistent"],
  },
  {
    where: "the body",
    json: inMapping('"body": «»'),
    yaml: "hooks:\n  mappings:\n    - body: «»",
    proposed: ["json", "form", "multipart", "text"],
  },
  {
    where: "a match",
    json: inMapping('"match": { "«»" }'),
    yaml: "hooks:\n  mappings:\n    - match:\n        «»",
    proposed: ["path", "headers", "when"],
  },
  {
    where: "a match within not",
    json: inMapping('"match": { "not": { "«»" } }'),
    yaml: "hooks:\n  mappings:\n    - match:\n        not:\n          «»",
    proposed: ["path", "headers", "when"],
  },
  {
    where: "the keys of a transform",
    json: inMapping('"transform": { "«»" }'),
    yaml: "hooks:\n  mappings:\n    - transform:\n        «»",
    proposed: ["module", "lock"],
  },
  {
    where: "an auth",
    json: inMapping('"auth": { "«»" }'),
    yaml: "hooks:\n  mappings:\n    - auth:\n        «»",
    proposed: ["provider", "secret", "scheme"],
  },
  {
    where: "the provider",
    json: inMapping('"auth": { "provider": «» }'),
    yaml: "hooks:\n  mappings:\n    - auth:\n        provider: «»",
    proposed: ["github", "stripe"],
  },
  {
    where: "the host",
    json: '{ "host": { "«»" } }',
    yaml: "host:\n  «»",
    proposed: ["runner", "onInterrupted", "retainDays"],
  },
  {
    where: "what becomes of an interrupted run",
    json: '{ "host": { "onInterrupted": «» } }',
    yaml: "host:\n  onInterrupted: «»",
    proposed: ["rerun", "fail"],
  },
  {
    where: "a channel of the host",
    json: '{ "host": { "channels": { "webhook": { "«»" } } } }',
    yaml: "host:\n  channels:\n    webhook:\n      «»",
    proposed: ["url", "token", "limit"],
  },
  {
    where: "a heartbeat",
    json: '{ "agents": { "defaults": { "heartbeat": { "«»" } } } }',
    yaml: "agents:\n  defaults:\n    heartbeat:\n      «»",
    proposed: ["every", "target", "activeHours"],
  },
  {
    where: "the mode of gmail",
    json: inHooks('"gmail": { "mode": «» }'),
    yaml: "hooks:\n  gmail:\n    mode: «»",
    proposed: ["push", "pull", "poll"],
  },
];

const json = getLanguageService({ clientCapabilities: {} });
json.configure({
  schemas: [{ uri: schema.$id, fileMatch: ["*"], schema: structuredClone(schema) }],
});

function namesOf(list: CompletionList | null): readonly string[] {
  return (list?.items ?? []).map(({ label }) => label.trim().replaceAll(/^(?:- )?\[?"|"\]?$/g, ""));
}

let version = 0;

/** The servers keep a document by its version. */
function create(language: "json" | "yaml", text: string): TextDocument {
  version += 1;
  return TextDocument.create(`file:///hooks.${language}`, language, version, text);
}

function open(marked: string, language: "json" | "yaml") {
  const document = create(language, marked.replace("«»", ""));
  return { document, position: document.positionAt(marked.indexOf("«»")) };
}

const completeJson: Complete = async (marked) => {
  const { document, position } = open(marked, "json");
  return namesOf(await json.doComplete(document, position, json.parseJSONDocument(document)));
};

const require = createRequire(import.meta.url);
const {
  getLanguageService: getYaml,
} = require("yaml-language-server/out/server/src/languageservice/yamlLanguageService.js");
const { SettingsState } = require("yaml-language-server/out/server/src/yamlSettings.js");

function createYaml() {
  const settings = new SettingsState();
  const service = getYaml({
    // Without it, a failure is an empty answer.
    telemetry: { send: () => undefined, sendTrack: () => undefined, sendError: console.error },
    schemaRequestService: async () => JSON.stringify(schema),
    workspaceContext: { resolveRelativePath: (path: string) => path },
    yamlSettings: settings,
    clientCapabilities: {},
  });
  service.configure({
    validate: true,
    completion: true,
    hover: true,
    schemas: [{ uri: schema.$id, fileMatch: ["hooks.yaml"], schema: structuredClone(schema) }],
  });
  return service;
}

const yaml = createYaml();

const completeYaml: Complete = async (marked) => {
  const { document, position } = open(marked, "yaml");
  return namesOf(await yaml.doComplete(document, position, false));
};

test.each(PLACES)(
  "the language server of JSON completes $where",
  async ({ json: text, proposed }) => {
    expect(await completeJson(text)).toEqual(expect.arrayContaining([...proposed]));
  },
);

test.each(PLACES)(
  "the language server of YAML completes $where",
  async ({ yaml: text, proposed }) => {
    expect(await completeYaml(text)).toEqual(expect.arrayContaining([...proposed]));
  },
);

test("the language servers accept $schema and any channel, and refuse an unknown key", async () => {
  const config = (key: string) => ({
    $schema: schema.$id,
    hooks: { mappings: [{ match: { path: "a" }, channel: "matrix", [key]: "a" }] },
  });
  for (const [key, wrong] of [
    ["messageTemplate", 0],
    ["prompt", 1],
  ] as const) {
    const text = JSON.stringify(config(key));
    const ofJson = create("json", text);
    expect(await json.doValidation(ofJson, json.parseJSONDocument(ofJson))).toHaveLength(wrong);
    const ofYaml = create("yaml", text);
    expect(await yaml.doValidation(ofYaml, false)).toHaveLength(wrong);
  }
});
