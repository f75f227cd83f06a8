// @ts-check
// Codes of problems of the file itself and of its keys.

const PART = { "hooks.d/shop.yaml": "- { match: { path: shop }, messageTemplate: hi }\n" };
const FOOTER = 'mappings:\n  - { match: { path: example }, messageTemplate: "{{> footer}}" }';

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const FILES = {
  config_unreadable: {
    meaning: "The config file cannot be read.",
    say: "The file does not exist, is a folder, or you may not read it. Check the name and the file's permissions.",
    proof: "packages/config/src/hooks/load-hooks.test.ts",
  },
  config_syntax: {
    meaning: "The config file is not valid in the format of its extension.",
    wrong: "match: { path: example",
    right: "match: { path: example }",
    say: "Fix the marked position and check again; other problems are found after the file can be parsed. [YAML](yaml.md) lists common surprises.",
  },
  yaml_value_misread: {
    meaning: "YAML reads a value differently from what its text suggests.",
    wrong: "name: PR #{{number}}",
    right: 'name: "PR #{{number}}"',
    say: "A comment cuts a text, typographic quotes are part of it, or a number is written in another form. Put the whole value into quotes.",
  },
  event_unreadable: {
    meaning: "An event file cannot be read, or its name does not say which format it has.",
    say: "The file of `explain --event` does not exist, or its name is not one of the [event files](cli.md#events-as-files).",
    proof: "packages/config/src/events/parse-event-text.test.ts",
  },
  event_syntax: {
    meaning: "An event file is not valid in the format of its name.",
    say: "Fix the marked position in the event file. In a `.ndjson` file, each line is a JSON object.",
    proof: "packages/config/src/events/parse-event-text.test.ts",
  },
  test_unreadable: {
    meaning: "A test file cannot be read.",
    say: "The test file does not exist, is a folder, or you may not read it.",
    proof: "packages/testing/src/files/load-test-file.test.ts",
  },
  test_syntax: {
    meaning: "A test file is not valid in the format of its extension.",
    say: "Fix the marked position in the test file. [YAML](yaml.md) lists common surprises.",
    proof: "packages/testing/src/files/load-test-file.test.ts",
  },
  case_duplicate: {
    meaning: "Two test cases, or two rows of one, have the same name.",
    say: "Reports and snapshots identify cases by name: give each case of a [test file](testing.md), and each row, its own.",
    proof: "packages/testing/src/files/load-test-file.test.ts",
  },
  key_repeated: {
    meaning: "A key occurs twice in one object, so only one of its values counts.",
    level: "hooks",
    wrong: "path: /hooks\npath: /webhooks",
    right: "path: /webhooks",
    say: "Keep one of them. In YAML this is an error; in JSON and JSON5 it is a warning, and the last one counts.",
  },
  hooks_disabled: {
    meaning: "The key `hooks.enabled` is not `true`, so nothing is served.",
    level: "hooks",
    wrong: "enabled: false",
    right: "enabled: true",
    say: "Set `enabled: true` when you want to serve; `hookwright serve` exits with this message.",
  },
  include_unresolved: {
    meaning:
      "The config includes files, and the program that loaded the config does not read them.",
    say: "Only in code: `compileHooks` reads no files. Use `loadHooks`, or remove `include`.",
    proof: "packages/core/src/authoring/config/normalize-mappings.test.ts",
  },
  include_invalid: {
    meaning: "An entry of `include` names no files that can be included.",
    level: "hooks",
    wrong: "include: [../hooks.d/*.yaml]",
    right: "include: [hooks.d/*.yaml]",
    files: PART,
    say: "Included files are below the folder of the config. `*` and `?` work in the last part of the path.",
  },
  include_empty: {
    meaning: "A pattern of `include` matches no file.",
    level: "hooks",
    wrong: "include: [hook.d/*.yaml]",
    right: "include: [hooks.d/*.yaml]",
    files: PART,
    say: "Check the folder name and the file extension.",
  },
  include_nested: {
    meaning: "An included file includes further files.",
    level: "hooks",
    wrong: "include: [hooks.d/*.yaml]",
    right: "include: [hooks.d/*.yaml]",
    files: { "hooks.d/shop.yaml": "include: [more.yaml]\nmappings: []\n" },
    fixedFiles: { "hooks.d/shop.yaml": "mappings: []\n" },
    say: "List all files in the `include` of the config itself.",
  },
  partial_duplicate: {
    meaning: "Two files have a partial of one name.",
    level: "hooks",
    wrong: `include: [hooks.d/*.yaml]\npartials: { footer: "Sent by {{sender}}" }\n${FOOTER}`,
    right: `include: [hooks.d/*.yaml]\npartials: { signature: "Sent by {{sender}}" }\n${FOOTER.replace("footer", "signature")}`,
    files: {
      "hooks.d/shop.yaml":
        'partials: { footer: "From the shop" }\nmappings:\n  - { match: { path: shop }, messageTemplate: "{{> footer}}" }\n',
    },
    say: "Partials are shared by all files: rename one.",
  },
  wrong_type: {
    meaning: "A value is of a type that is not accepted there.",
    wrong: 'deliver: "false"',
    right: "deliver: false",
    say: "Quoted values are texts: write `true`, `false` and numbers without quotes. For lists and objects, see [what can I write where](what-where.md).",
  },
  unknown_key: {
    meaning: "A key is not known at its position.",
    wrong: 'message: "{{title}}"',
    right: 'messageTemplate: "{{title}}"',
    say: "The hint names the nearest known key. Comments begin with `#` (in JSON5 `//`); a key such as `comment` is not one. `host` and `host.channels` are checked, the gateway's own `channels` are not.",
  },
  missing_key: {
    meaning: "A required key is missing.",
    wrong: "rateLimit: { perSeconds: 60 }",
    right: "rateLimit: { events: 10, perSeconds: 60 }",
    say: "Add the key that the message names.",
  },
  invalid_value: {
    meaning: "A value is of the right type, but not accepted.",
    wrong: "wakeMode: later",
    right: "wakeMode: next-heartbeat",
    say: "The message lists the allowed values.",
  },
  path_invalid: {
    meaning: "The base path can never match a request.",
    level: "hooks",
    wrong: "path: /",
    right: "path: /hooks",
    say: "`hooks.path` is the beginning of all hook URLs, such as `/hooks`. `/` would take every request.",
  },
  preset_unknown: {
    meaning: "No preset has that name.",
    level: "hooks",
    wrong: "presets: [gmial]",
    right: "presets: [gmail]",
    say: "The only preset is `gmail`. For other senders copy a [recipe](recipes/README.md), or write a mapping with the [`auth` of the vendor](providers/README.md).",
  },
  preset_failed: {
    meaning: "A preset threw an error, or did not return a list of mappings.",
    say: "Only in code: your preset threw an error, or did not return a list of mappings.",
    proof: "packages/core/src/authoring/config/normalize-mappings.test.ts",
  },
  plan_invalid: {
    meaning: "A file or value that should be a plan is not one.",
    say: "`serve` and `readPlan` need the whole file that [`hookwright build`](cli.md#build) writes.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
  plan_format: {
    meaning: "A plan was made by a version whose plans this version cannot read.",
    say: "Build it again with the version that serves it, or serve it with the version that made it, which the hint names: `hookwright build hooks.yaml --out plan.json`.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
  plan_damaged: {
    meaning: "A plan was changed after it was made, or a part of it is missing.",
    say: "The digest does not match, or a key is missing or has another type. Change the config, not the plan, and build again. The digest is not a signature: it only finds damage.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
  plan_version: {
    meaning: "A plan was made by another version than the one that serves it.",
    say: "The plan is served with the vendor rows and checks of its own version. Build it again to get fixes.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
};
