// @ts-check
// Codes of problems of transform modules, and of the host with its channels and runner.

/** @param {string} runner @param {string} [more] */
const host = (runner, more = "") => `host: { runner: ${runner} }\n${more}`.trimEnd();

const RUNNER = '{ http: { baseUrl: "http://127.0.0.1:11434/v1" } }';

const MAIL = "hooks: { enabled: true, token: { file: hook.token }, presets: [gmail] }";

/** @param {string} code */
const module = (code) => ({ "hooks/transforms/shape.js": code });

const SHAPE = "transform: { module: shape.js }";
const GOOD = "export default ({ payload }) => ({ message: payload.title });\n";

const PAGER = [
  'import { defineChannel } from "@hookwright/host/kit";',
  'const send = async ({ key }) => ({ kind: "sent", id: key });',
  "export default defineChannel({ limit: 500, create: () => ({ send }) });",
  "",
].join("\n");

/** @param {string} path of the module */
const pager = (path) => `host: { runner: ${RUNNER}, channels: { pager: { module: ${path} } } }`;

/** @type {import("../src/authoring/advice/code-row.ts").CodeRows} */
export const HOST = {
  transform_unavailable: {
    meaning: "The transform module was not passed, or there is no loader for it.",
    say: "Only in code: pass the function (`compileHooks(config, { transforms })`) or a loader (`loadHooks(file, { createTransformLoader })`).",
    proof: "packages/core/src/serving/resolve/transform.test.ts",
  },
  transform_export_missing: {
    meaning: "The transform module has no such function.",
    wrong: "transform: { module: shape.js, export: shorten }",
    right: SHAPE,
    files: module(GOOD),
    say: "The module must export a function of that name; without `export`, the default one or `transform`.",
  },
  transform_missing: {
    meaning: "The file of the transform module does not exist.",
    wrong: "transform: { module: shpae.js }",
    right: SHAPE,
    files: module(GOOD),
    say: "Modules are in `hooks.transformsDir`, by default `hooks/transforms` beside the config.",
  },
  transform_outside: {
    meaning: "The transform module, or a module that it imports, is outside its directory.",
    wrong: "transform: { module: ../shape.js }",
    right: SHAPE,
    files: { ...module(GOOD), "hooks/shape.js": GOOD },
    say: "Only files in `hooks.transformsDir` are loaded, also by their imports.",
  },
  transform_syntax: {
    meaning: "The transform module is not valid code.",
    wrong: SHAPE,
    right: SHAPE,
    files: module("export default ({ payload }) => { message: payload.title, };\n"),
    fixedFiles: module(GOOD),
    say: "The message has the line and column in the module.",
  },
  transform_load_failed: {
    meaning: "The transform module failed while it was loaded.",
    wrong: SHAPE,
    right: SHAPE,
    files: module('throw new Error("no database");\n'),
    fixedFiles: module(GOOD),
    say: "The module threw an error or took too long. `check` finds this only with `--transforms run`. Try it with `node`.",
  },
  transform_bare_payload: {
    meaning: "The transform takes the payload itself instead of the context.",
    wrong: SHAPE,
    right: SHAPE,
    files: module("export default ({ title }) => ({ message: title });\n"),
    fixedFiles: module(GOOD),
    say: "The function gets `{ payload, headers, query, path, url, now }`, not the body itself.",
  },
  channel_setting_missing: {
    meaning: "A channel cannot send without a setting that is not there.",
    level: "top",
    wrong: host(RUNNER, "channels: { webhook: {} }"),
    right: host(RUNNER, 'channels: { webhook: { url: "https://pager.example.com/in" } }'),
    say: "See what each [channel](channels.md) needs. For a mapping that names an unconfigured channel, this is a warning.",
  },
  channel_setting_invalid: {
    meaning: "A setting of a channel has a value that the channel cannot use.",
    level: "top",
    wrong: host(RUNNER, "channels: { webhook: { url: pager.example.com/in } }"),
    right: host(RUNNER, 'channels: { webhook: { url: "https://pager.example.com/in" } }'),
    say: "See the settings of the [channel](channels.md).",
  },
  channel_library_missing: {
    meaning: "The library that a channel sends with is not installed.",
    say: "The hint has the command that installs the library.",
    proof: "packages/host/src/channels/shared/create-channels.test.ts",
  },
  recipient_missing: {
    meaning: "Answers are sent to nobody: no channel, or no recipient on it, is known.",
    level: "top",
    wrong: host(RUNNER, `${MAIL}\nchannels: { webhook: { url: "https://pager.example.com/in" } }`),
    right: host(
      RUNNER,
      `${MAIL}\nchannels: { webhook: { url: "https://pager.example.com/in", defaultTo: ops } }`,
    ),
    say: "Such answers would be dead deliveries. The warning has the line to write; [whom answers go to](channels.md#whom-answers-go-to) explains the order.",
  },
  module_missing: {
    meaning: "The file of a module of a channel or runner does not exist.",
    level: "top",
    wrong: pager("./pagre.js"),
    right: pager("./pager.js"),
    files: { "pager.js": PAGER },
    say: "`module` of [your own channel or runner](own-channels.md) is a path from the folder of the config.",
  },
  module_invalid: {
    meaning: "A module of a channel or runner cannot be used.",
    level: "top",
    wrong: pager("./pager.js"),
    right: pager("./good.js"),
    files: { "pager.js": "export const limit = 500;\n", "good.js": PAGER },
    say: "The message has the reason, with the line: it is outside of the config's folder, it does not build, it throws, or its default export is not `defineChannel({ … })` or `defineRunner({ … })`.",
  },
  runner_missing: {
    meaning: "No runner is set, so that nothing can take a turn.",
    level: "top",
    wrong: "host: { retainDays: 30 }",
    right: host(RUNNER),
    say: "`serve --dispatch host` needs a [runner](runners.md).",
  },
  runner_setting_missing: {
    meaning: "A runner cannot work without a setting that is not there.",
    level: "top",
    wrong: host("{ http: {} }"),
    right: host(RUNNER),
    say: "See what each [runner](runners.md) needs.",
  },
  runner_setting_invalid: {
    meaning: "A setting of the runner is not known, or has a value that it cannot use.",
    level: "top",
    wrong: host("{ http: { baseUrl: localhost } }"),
    right: host(RUNNER),
    say: "See the settings of the [runner](runners.md), `http` or `command`.",
  },
};
