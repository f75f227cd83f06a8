// @ts-check
// Examples of problems of the file itself and of its keys.

/** @type {Readonly<Record<string, import("./example.mjs").CodeExample>>} */
export const FILES_AND_KEYS = {
  config_unreadable: {
    say: "The file does not exist, is a folder, or is not yours to read. Look at the name in the command and at the rights of the file.",
    proof: "packages/config/src/files/load-config-file.test.ts",
  },
  config_syntax: {
    wrong: "match: { path: example",
    right: "match: { path: example }",
    say: "Nothing else is looked at before the file can be read: mend the place that is shown, and check again. [YAML](yaml.md) lists what YAML reads in an unexpected way.",
  },
  key_repeated: {
    level: "hooks",
    wrong: "path: /hooks\npath: /webhooks",
    right: "path: /webhooks",
    say: "Keep one of them. In YAML this is an error; in JSON and JSON5 it is a warning, and the last one counts.",
  },
  hooks_missing: {
    file: "hooks.yaml",
    wrong: "enabled: true\ntoken: { file: hook.token }\nmappings: []\n",
    right: "hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings: []\n",
    say: "All keys of the hooks stand below the key `hooks`.",
  },
  hooks_disabled: {
    level: "hooks",
    wrong: "enabled: false",
    right: "enabled: true",
    say: "Nothing is served before you say so; `hookwright serve` ends with this message.",
  },
  wrong_type: {
    wrong: 'deliver: "false"',
    right: "deliver: false",
    say: "Quotes make a text: `true`, `false` and numbers have none. Where a list or an object is asked for, see [what can I write where](what-where.md).",
  },
  unknown_key: {
    wrong: 'message: "{{title}}"',
    right: 'messageTemplate: "{{title}}"',
    say: "The hint names the nearest known key, also where other gateways call it otherwise. A comment is written behind `#` (in JSON5 behind `//`), and not as a key.",
  },
  missing_key: {
    wrong: "rateLimit: { perSeconds: 60 }",
    right: "rateLimit: { events: 10, perSeconds: 60 }",
    say: "Add the key that the message names.",
  },
  invalid_value: {
    wrong: "wakeMode: later",
    right: "wakeMode: next-heartbeat",
    say: "The message says which values there are.",
  },
  path_invalid: {
    level: "hooks",
    wrong: "path: /",
    right: "path: /hooks",
    say: "`hooks.path` is the beginning of all URLs of the hooks, such as `/hooks`. `/` alone would take every request.",
  },
  preset_unknown: {
    level: "hooks",
    wrong: "presets: [gmial]",
    right: "presets: [gmail]",
    say: "There is one preset, `gmail`. For other senders copy a [recipe](recipes/README.md), or write a mapping with the [`auth` of the vendor](providers/README.md).",
  },
  preset_failed: {
    say: "Only in code: a preset of your own threw an error, or returned no list of mappings.",
    proof: "packages/core/src/normalize/normalize-mappings.test.ts",
  },
};
