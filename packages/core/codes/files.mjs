// @ts-check
// Codes of problems of the file itself and of its keys.

const PART = { "hooks.d/shop.yaml": "- { match: { path: shop }, messageTemplate: hi }\n" };
const FOOTER = 'mappings:\n  - { match: { path: example }, messageTemplate: "{{> footer}}" }';

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const FILES = {
  config_unreadable: {
    meaning: "The config file cannot be read.",
    say: "The file does not exist, is a folder, or is not yours to read. Look at the name in the command and at the rights of the file.",
    proof: "packages/config/src/hooks/load-hooks.test.ts",
  },
  config_syntax: {
    meaning: "The config file is not valid in the format of its extension.",
    wrong: "match: { path: example",
    right: "match: { path: example }",
    say: "Nothing else is looked at before the file can be read: mend the place that is shown, and check again. [YAML](yaml.md) lists what YAML reads in an unexpected way.",
  },
  yaml_value_misread: {
    meaning: "YAML reads a value as something else than what seems to be written.",
    wrong: "name: PR #{{number}}",
    right: 'name: "PR #{{number}}"',
    say: "The file is valid, and says something else than it seems to: a comment cuts a text, typographic quotes are part of it, or a number in a condition is spelled in another way. Quotes around the whole value help.",
  },
  event_unreadable: {
    meaning: "An event file cannot be read, or its name does not say what is in it.",
    say: "The file of `explain --event` does not exist, or its name is none of those that [events as files](cli.md#events-as-files) have.",
    proof: "packages/config/src/events/parse-event-text.test.ts",
  },
  event_syntax: {
    meaning: "An event file is not valid in the format of its name.",
    say: "Mend the place that is shown in the file of `explain --event`. In a file `.ndjson`, each line is an object in JSON.",
    proof: "packages/config/src/events/parse-event-text.test.ts",
  },
  test_unreadable: {
    meaning: "A test file cannot be read.",
    say: "The test file of `hookwright test` does not exist, is a folder, or is not yours to read.",
    proof: "packages/testing/src/files/load-test-file.test.ts",
  },
  test_syntax: {
    meaning: "A test file is not valid in the format of its extension.",
    say: "Mend the place that is shown in the test file. [YAML](yaml.md) lists what YAML reads in an unexpected way.",
    proof: "packages/testing/src/files/load-test-file.test.ts",
  },
  case_duplicate: {
    meaning: "Two test cases, or two rows of one, have the same name.",
    say: "Give each case of a [test file](testing.md), and each row of a case, a name of its own: reports and snapshots tell them apart by it.",
    proof: "packages/testing/src/files/load-test-file.test.ts",
  },
  key_repeated: {
    meaning: "A key stands twice in one object, so that only one of its values counts.",
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
    say: "Nothing is served before you say so; `hookwright serve` ends with this message.",
  },
  include_unresolved: {
    meaning: "The config includes files, and what read it did not read them.",
    say: "Only in code: `compileHooks` reads no files. Load the config with `loadHooks`, or leave `include` out.",
    proof: "packages/core/src/authoring/config/normalize-mappings.test.ts",
  },
  include_invalid: {
    meaning: "An entry of `include` names no files that can be included.",
    level: "hooks",
    wrong: "include: [../hooks.d/*.yaml]",
    right: "include: [hooks.d/*.yaml]",
    files: PART,
    say: "Included files stand below the folder of the config. `*` and `?` may stand in the last part of the path.",
  },
  include_empty: {
    meaning: "A pattern of `include` fits no file.",
    level: "hooks",
    wrong: "include: [hook.d/*.yaml]",
    right: "include: [hooks.d/*.yaml]",
    files: PART,
    say: "Look at the name of the folder and at the end of the file names.",
  },
  include_nested: {
    meaning: "An included file includes further files.",
    level: "hooks",
    wrong: "include: [hooks.d/*.yaml]",
    right: "include: [hooks.d/*.yaml]",
    files: { "hooks.d/shop.yaml": "include: [more.yaml]\nmappings: []\n" },
    fixedFiles: { "hooks.d/shop.yaml": "mappings: []\n" },
    say: "Name all files in the `include` of the config itself.",
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
    say: "All files share their partials: give each a name of its own.",
  },
  wrong_type: {
    meaning: "A value is of a type that is not accepted there.",
    wrong: 'deliver: "false"',
    right: "deliver: false",
    say: "Quotes make a text: `true`, `false` and numbers have none. Where a list or an object is asked for, see [what can I write where](what-where.md).",
  },
  unknown_key: {
    meaning: "A key is not known at its position.",
    wrong: 'message: "{{title}}"',
    right: 'messageTemplate: "{{title}}"',
    say: "The hint names the nearest known key, also where other gateways use another name. A comment begins with `#` (in JSON5 with `//`); a key such as `comment` is none. Keys of `host` and of `host.channels` are judged, too; those of the gateway's own `channels` are the gateway's.",
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
    say: "The message says which values there are.",
  },
  path_invalid: {
    meaning: "The base path can never match a request.",
    level: "hooks",
    wrong: "path: /",
    right: "path: /hooks",
    say: "`hooks.path` is the beginning of all URLs of the hooks, such as `/hooks`. `/` alone would take every request.",
  },
  preset_unknown: {
    meaning: "There is no preset of that name.",
    level: "hooks",
    wrong: "presets: [gmial]",
    right: "presets: [gmail]",
    say: "There is one preset, `gmail`. For other senders copy a [recipe](recipes/README.md), or write a mapping with the [`auth` of the vendor](providers/README.md).",
  },
  preset_failed: {
    meaning: "A preset threw an error, or did not return a list of mappings.",
    say: "Only in code: a preset of your own threw an error, or returned no list of mappings.",
    proof: "packages/core/src/authoring/config/normalize-mappings.test.ts",
  },
  plan_invalid: {
    meaning: "A file or value that should be a plan is not one.",
    say: "`serve` and `readPlan` take the file that [`hookwright build`](cli.md#build) writes. Part of a file, or a config, is not a plan.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
  plan_format: {
    meaning: "A plan was made by a version whose plans this version cannot read.",
    say: "The message names the version that made the plan. Build it again with the version that serves it: `hookwright build hooks.yaml --out plan.json`.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
  plan_damaged: {
    meaning: "A plan was changed after it was made, or a part of it is missing.",
    say: "The digest in the file does not fit, or a key is missing or of another type. Change the config and not the plan, and build again. The digest finds damage, and is not a signature: anybody who can write the file can also write its digest.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
  plan_version: {
    meaning: "A plan was made by another version than the one that serves it.",
    say: "A warning: the plan is served, with the rows of vendors and the checks of the version that made it. What was fixed since comes with a new build.",
    proof: "packages/core/src/serving/link/read-plan.test.ts",
  },
};
