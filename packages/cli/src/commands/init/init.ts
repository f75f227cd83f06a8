// The choices of an operator → a folder with a config, its events and its tests, checked and run once.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { visibleText, wrapWords } from "@hookwright/base";
import { maskSecrets, parseConfigText } from "@hookwright/config";
import {
  compileHooks,
  HooksConfigError,
  type HookwrightConfigInput,
  type Resolution,
} from "@hookwright/core";
import { writeDurable } from "@hookwright/node-kit/files";
import {
  eventsFolder,
  listRecipes,
  type Recipe,
  type RecipeVariable,
  recipe,
  sample,
} from "@hookwright/samples";
import { FIXED_PORTS } from "@hookwright/testing";
import { createTwoFilesPatch } from "diff";
import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { reportToJson } from "../../output/problem-report.ts";
import { createProgress, type Progress } from "../../output/progress.ts";
import {
  count,
  createStyle,
  DEFAULT_WIDTH,
  type Style,
  useColor,
  widthOf,
} from "../../output/style.ts";
import { runFiles } from "../test/run-files.ts";
import { type ConfigChoices, type ConfigFormat, composeConfig } from "./compose-config.ts";

export interface InitOptions {
  readonly providers?: readonly string[] | undefined;
  readonly channel?: string | undefined;
  readonly format?: ConfigFormat | undefined;
  readonly token?: boolean | undefined;
  readonly vscode?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
  /** Print what was made for a program; nothing is asked. */
  readonly json?: boolean;
}

/** Asks for missing options; undefined without a terminal. */
export type Ask = (options: InitOptions) => Promise<InitOptions>;

export interface InitContext {
  readonly io: Io;
  readonly ask?: Ask | undefined;
}

export async function init(
  directory: string,
  options: InitOptions,
  { io, ask }: InitContext,
): Promise<number> {
  const mayAsk = ask !== undefined && options.yes !== true && options.json !== true;
  const chosen = mayAsk ? await ask(options) : options;
  const folder = resolve(directory);
  const plan = await planFolder(chosen);
  const conflicts = chosen.force === true ? [] : findConflicts(folder, plan.files);
  const style = { color: useColor(io.stdout, io.env), width: widthOf(io.stdout) ?? DEFAULT_WIDTH };
  if (conflicts.length > 0) {
    const paths = conflicts.map(({ path }) => path);
    io.stdout.write(
      options.json === true
        ? `${reportToJson("init", { ok: false, conflicts: paths })}\n`
        : conflictsToText(conflicts, style.color),
    );
    return 1;
  }
  const written = await writeFiles(folder, plan.files, createProgress("files", io));
  const tests = await writeSnapshots(join(folder, TEST_FILE), io);
  const steps = {
    recipes: plan.recipes,
    config: plan.config,
    event: `events/${plan.shown}.event.json`,
    folder: relative(process.cwd(), folder),
    hasToken: chosen.token !== false,
    channel: chosen.channel === "last" ? undefined : chosen.channel,
    command: commandOf(io.env, process.versions),
  };
  const ok = tests.failed === 0;
  if (options.json === true) {
    const { recipes, config } = plan;
    const report = { ok, folder: directory, config, written, tests, ...nextStepsToJson(steps) };
    io.stdout.write(
      `${reportToJson("init", { ...report, providers: recipes.map(stepsAtProvider) })}\n`,
    );
    return ok ? 0 : 1;
  }
  const note = chosen.vscode === true && plan.format === "json5" ? [JSON5_NOTE] : [];
  const summary = [...summaryToLines(written, tests, style), ...note];
  io.stdout.write(`${summary.join("\n")}\n\n${nextStepsToText(steps, style)}`);
  return ok ? 0 : 1;
}

/** How the text for a person looks: `width` in columns. */
interface TextStyle {
  readonly color: boolean;
  readonly width: number;
}

/** How the reader starts the command: npm and Bun say `exec` to what npx and bunx start. */
export function commandOf(
  { npm_command: npmCommand }: Io["env"],
  { bun, deno }: Readonly<Record<string, string | undefined>>,
): string {
  if (deno !== undefined) return "deno run -A npm:hookwright";
  if (npmCommand !== "exec") return "hookwright";
  return bun === undefined ? "npx hookwright" : "bunx hookwright";
}

const TEST_FILE = "hooks.test.yaml";

interface Tests {
  readonly passed: number;
  readonly failed: number;
  /** How many were written. */
  readonly snapshots: number;
}

/** The first run of the tests writes the snapshots that later runs compare with. */
function writeSnapshots(file: string, io: Io): Promise<Tests> {
  const options = { runsTransforms: false, json: false, snapshots: "update" } as const;
  return runFiles([file], options, {
    io,
    use: ({ passed, failed, suites }) => {
      const results = suites.flatMap((suite) => suite.results);
      const snapshots = results.filter((result) => result.written !== undefined).length;
      return { passed, failed, snapshots };
    },
  });
}

function summaryToLines(
  written: readonly string[],
  { passed, failed, snapshots }: Tests,
  { color, width }: TextStyle,
): readonly string[] {
  const style = createStyle(color);
  const isEvent = (path: string) => path.startsWith("events/");
  const events = written.filter(isEvent);
  const named = written.filter((path) => !isEvent(path)).join(", ");
  const files = [
    named,
    events.length === 0 ? "" : count(events.length, "sample event"),
    snapshots === 0 ? "" : count(snapshots, "snapshot"),
  ];
  const wrote = files.filter((part) => part !== "").join(", ");
  const result = `${passed} of ${count(passed + failed, "test")} passed.`;
  return [
    ...wrapWords(wrote === "" ? "All files exist already." : `Wrote ${wrote}.`, width),
    failed === 0 ? style.good(result) : style.error(result),
  ];
}

const JSON5_NOTE =
  "VS Code has no schemas for JSON5: with --format yaml or json it completes keys and shows mistakes.";

interface Plan {
  readonly recipes: readonly Recipe[];
  readonly format: ConfigFormat;
  /** `hooks.yaml` */
  readonly config: string;
  /** The sample of the commands that init prints. */
  readonly shown: string;
  readonly files: readonly NewFile[];
}

async function planFolder(options: InitOptions): Promise<Plan> {
  const { vscode = false, token = true } = options;
  const { format = "yaml", channel } = options;
  const recipes = findRecipes(options.providers);
  const named = channel === "last" ? undefined : channel;
  const choices = { recipes, format, channel: named, namesSchema: vscode, token, vscode };
  const files = planFiles(choices);
  const config = `hooks.${format}`;
  const text = files.find(({ path }) => path === config)?.text ?? "";
  const { text: tests, shown } = await testsOf({ text, filename: config }, recipes);
  return { recipes, format, config, shown, files: [...files, { path: TEST_FILE, text: tests }] };
}

/** Only the channel can be wrong: the rest comes from recipes. */
async function testsOf(config: ComposedConfig, recipes: readonly Recipe[]): Promise<ComposedTests> {
  try {
    return await composeTests(config, recipes);
  } catch (error) {
    if (!(error instanceof HooksConfigError)) throw error;
    const [problem] = error.problems;
    throw createUsageError(`--channel: ${problem?.message}`, problem?.hint);
  }
}

function findRecipes(providers: readonly string[] = []): readonly Recipe[] {
  if (providers.length === 0) {
    const known = listRecipes().join(",");
    throw createUsageError("No provider is named.", `Write --providers with some of: ${known}.`);
  }
  return [...new Set(providers)].map((provider) => {
    try {
      return recipe(provider);
    } catch (error) {
      throw createUsageError((error as Error).message);
    }
  });
}

function conflictsToText(conflicts: readonly Conflict[], color: boolean): string {
  const style = createStyle(color);
  const end = "Nothing was written, because these files exist. --force replaces them.";
  return `${conflicts.map(conflictToText).join("\n")}\n${style.warning(end)}\n`;
}

function conflictToText({ path, existing, planned }: Conflict): string {
  const [old, next] = [maskSecrets(existing).text, maskSecrets(planned).text];
  const patch = createTwoFilesPatch(path, `${path} (new)`, old, next, undefined, undefined, {
    context: 1,
  });
  return visibleText(patch);
}

export interface ComposedConfig {
  readonly text: string;
  /** `hooks.yaml` */
  readonly filename: string;
}

const ABOUT = `# What each event becomes. hookwright test compares it with the files in __snapshots__; after an
# intended change, hookwright test --update rewrites them.`;

export interface ComposedTests {
  readonly text: string;
  /** The first sample that becomes an action: `github/push`. */
  readonly shown: string;
}

/** A composed config and the samples of its recipes → the test file beside it: a case for each event. */
export async function composeTests(
  { text, filename }: ComposedConfig,
  recipes: readonly Recipe[],
): Promise<ComposedTests> {
  const document = await parseConfigText(text, { filename });
  const config = document.config as HookwrightConfigInput;
  const hooks = compileHooks(config, { ...FIXED_PORTS, ...WITHOUT_SECRETS });
  // A gateway may load it as a plugin, but what init writes passes a strict check.
  const unknown = hooks.warnings.filter(({ code }) => code === "channel_unknown");
  if (unknown.length > 0) throw new HooksConfigError(unknown);
  const resolved = await Promise.all(
    recipes.flatMap(({ title, samples }) =>
      samples.map(async (name) => ({ title, name, resolution: await hooks.resolve(sample(name)) })),
    ),
  );
  const cases = resolved.map(({ resolution, ...named }) => caseOf(named, resolution));
  const acts = resolved.find(({ resolution: { outcome } }) => ACTS.has(outcome));
  return {
    text: `${ABOUT}\nconfig: ${filename}\ncases:\n${cases.join("")}`,
    shown: (acts ?? resolved[0])?.name ?? "",
  };
}

const ACTS: ReadonlySet<string> = new Set(["action", "batch"]);

/** What an event becomes depends on no secret. */
const WITHOUT_SECRETS = {
  secrets: () => undefined,
  severities: { secret_missing: "warning" },
} as const;

interface NamedSample {
  readonly title: string;
  /** `github/push-first` */
  readonly name: string;
}

/** Names are valid file names: the snapshot of "GitHub push" is "GitHub push.md". */
function caseOf({ title, name }: NamedSample, resolution: Resolution): string {
  const what = name.slice(name.indexOf("/") + 1).replaceAll("-", " ");
  return [
    `  - name: ${title} ${what}`,
    `    event: events/${name}.event.json`,
    `    expect: { ${expectationOf(resolution)} }`,
    "",
  ].join("\n");
}

function expectationOf(resolution: Resolution): string {
  const mapping = "mappingId" in resolution ? [`mapping: ${takersOf(resolution)}`] : [];
  const { outcome } = resolution;
  if (ACTS.has(outcome)) return [...mapping, "snapshot: true"].join(", ");
  return [`becomes: ${outcome}`, ...mapping].join(", ");
}

/** A recipe may have several mappings for one event. */
function takersOf(resolution: Exclude<Resolution, { outcome: "unmatched" }>): string {
  const ids = resolution.outcome === "batch" ? resolution.mappingIds : undefined;
  return ids === undefined ? String(resolution.mappingId) : `[${ids.join(", ")}]`;
}

export interface NextSteps {
  readonly recipes: readonly Recipe[];
  /** `hooks.yaml` */
  readonly config: string;
  /** The file of a sample that becomes an action, as the commands name it. */
  readonly event: string;
  /** Relative to the working directory; "" if they are the same. */
  readonly folder: string;
  /** Whether `.env` has a token. */
  readonly hasToken: boolean;
  /** For answers; absent: where the main session answered last. */
  readonly channel?: string | undefined;
  /** How the reader starts the command: `npx hookwright` where it is installed in a folder only. */
  readonly command: string;
}

/** The next steps of the operator: at the provider, and here. */
export function nextStepsToText(steps: NextSteps, { color, width }: TextStyle): string {
  const { recipes, hasToken } = steps;
  const style = createStyle(color);
  const room = width - INDENT.length;
  const atProviders = recipes.flatMap(({ title, steps: atProvider }) => [
    style.title(`At ${title}`),
    indent(wrapMarkdown(atProvider, room)),
    "",
  ]);
  const secrets = listSecrets(steps);
  const column = Math.max(...secrets.map(({ name }) => name.length)) + 2;
  const rows = secrets.flatMap(({ name, where, isSet }) =>
    wrapWords(isSet ? "is set" : where, room - column).map(
      (line, index) => `${(index === 0 ? name : "").padEnd(column)}${line}`,
    ),
  );
  const [here, second] = commandsOf(steps);
  return [
    ...atProviders,
    style.title("Secrets in .env, which serve and send read"),
    ...(hasToken ? [indent(wrapWords(RANDOM_SECRETS, room).join("\n"))] : []),
    indent(rows.join("\n")),
    "",
    style.title("Here"),
    indent(here.join("\n")),
    "",
    style.title("In a second terminal: a first event, as the provider sends it"),
    indent(second),
    "",
    ...answersOf(steps, style, room),
  ].join("\n");
}

const DOCS = "https://github.com/hookwright/hookwright/blob/main/docs";

/** `serve` prints actions until a host carries them out, and a channel needs settings that no recipe has. */
function answersOf({ channel }: NextSteps, style: Style, room: number): readonly string[] {
  if (channel === undefined) return [];
  const text = `So far, serve only prints what it would do. Answers go to ${channel} with serve --dispatch host, a runner, and the settings of the channel in the config. A mapping with "action": "deliver" sends a text without a model.`;
  const pages = [`${DOCS}/channels.md#${channel}`, `${DOCS}/deliver.md`];
  return [
    style.title(`To ${channel}`),
    indent(wrapWords(text, room).join("\n")),
    indent(pages.join("\n")),
    "",
  ];
}

/** The same for a program. */
function nextStepsToJson(steps: NextSteps): object {
  const [here, second] = commandsOf(steps);
  return { secrets: listSecrets(steps), next: [...here, second] };
}

function stepsAtProvider({ title, steps }: Recipe): object {
  return { title, steps: plainText(steps) };
}

/** What is typed in one terminal, and then in a second one. */
function commandsOf(steps: NextSteps): readonly [here: readonly string[], second: string] {
  const { config, event, folder, hasToken, command } = steps;
  const here = [
    ...(folder === "" ? [] : [`cd ${folder}`]),
    ...(hasToken ? [] : ["(umask 077; cp .env.example .env)   # and write the secrets into it"]),
    `${command} explain ${config} --event ${event}`,
    `${command} test`,
    `${command} serve ${config}`,
  ];
  const to = "--to http://127.0.0.1:18790";
  return [here, `${command} send --config ${config} --event-file ${event} ${to}`];
}

interface Secret {
  readonly name: string;
  /** Where it is found. */
  readonly where: string;
  /** Whether it needs no change: senders get the token from here. */
  readonly isSet: boolean;
}

function listSecrets({ recipes, hasToken }: NextSteps): readonly Secret[] {
  return listVariables(recipes).map(({ name, where }) => ({
    name,
    where: plainText(where),
    isSet: hasToken && name === HOOK_TOKEN,
  }));
}

const RANDOM_SECRETS =
  "Each is a random text for now, so that the commands below work. Before a provider sends events, replace it with the value of the provider:";

const INDENT = "  ";

/** Sentences are wrapped; code stays as it is, to be copied. */
function wrapMarkdown(markdown: string, width: number): string {
  let isCode = false;
  const lines = markdown.split("\n").flatMap((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence) return [line];
    const [, before = "", mark = "", text = ""] = /^(\s*)([-*] |\d+\. )?(.*)$/.exec(line) ?? [];
    const [first = "", ...rest] = wrapWords(plainWords(text), width - before.length - mark.length);
    return [before + mark + first, ...rest.map((one) => before + " ".repeat(mark.length) + one)];
  });
  return withoutFences(lines.join("\n")).trim();
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, INDENT);
}

export interface Conflict {
  readonly path: string;
  readonly existing: string;
  readonly planned: string;
}

/** Existing files that would be overwritten. */
export function findConflicts(folder: string, files: readonly NewFile[]): readonly Conflict[] {
  return files.flatMap(({ path, text, adds }) => {
    const file = join(folder, path);
    if (adds !== undefined || !existsSync(file)) return [];
    const existing = readFileSync(file, "utf8");
    if (existing === text) return [];
    return [{ path, existing, planned: text }];
  });
}

/** @returns the paths of the files that were written or changed */
export async function writeFiles(
  folder: string,
  files: readonly NewFile[],
  progress: Progress,
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [index, file] of files.entries()) {
    if (await writeOne(join(folder, file.path), file)) written.push(file.path);
    progress.step(index + 1, files.length);
  }
  progress.end();
  return written;
}

async function writeOne(file: string, { text, mode, adds }: NewFile): Promise<boolean> {
  const existing = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const wanted = existing === undefined ? text : add(existing, { text, adds });
  if (existing === wanted) return false;
  mkdirSync(dirname(file), { recursive: true });
  await writeDurable(file, wanted, { mode: mode ?? 0o644, suffix: ".hookwright-new" });
  return true;
}

function add(existing: string, { text, adds }: Pick<NewFile, "text" | "adds">): string {
  if (adds === undefined) return text;
  const keyOf = (line: string): string => {
    const [, name] = /^(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
    return adds === "names" && name !== undefined ? name : line;
  };
  const there = new Set(existing.split(/\r?\n/).map((line) => keyOf(line.trim())));
  const missing = text.split("\n").filter((line) => line !== "" && !there.has(keyOf(line)));
  if (missing.length === 0) return existing;
  const end = existing === "" || existing.endsWith("\n") ? "" : "\n";
  return `${existing}${end}${missing.join("\n")}\n`;
}

export interface NewFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Default: 0o644. */
  readonly mode?: number;
  /** What an existing file gets in addition, and nothing else: lines, or the variables whose names it lacks. */
  readonly adds?: "lines" | "names" | undefined;
}

interface InitChoices extends ConfigChoices {
  readonly token: boolean;
  readonly vscode: boolean;
}

/** What was chosen → the files of a new folder of mappings, but for the snapshots. */
export function planFiles(choices: InitChoices): readonly NewFile[] {
  const { recipes, format, token, vscode } = choices;
  const events = recipes.flatMap(({ samples }) => samples).map(eventFile);
  const variables = listVariables(recipes);
  return [
    { path: `hooks.${format}`, text: composeConfig(choices) },
    ...events,
    { path: ".env.example", text: `${ABOUT_ENV}\n${variables.map(variableToLines).join("")}` },
    ...(token
      ? [{ path: ".env", text: composeEnv(variables), mode: 0o600, adds: "names" } as const]
      : []),
    { path: ".gitignore", text: ".env\nnode_modules/\n", adds: "lines" },
    ...(vscode ? [extensions(format)] : []),
  ];
}

const ABOUT_ENV = "# Copy this file to .env, which git ignores, and fill in the secrets.";

/** All variables that the recipes read, each once, the hook token first. */
export function listVariables(recipes: readonly Recipe[]): readonly RecipeVariable[] {
  const all = recipes.flatMap(({ variables }) => variables);
  return [...new Map(all.map((variable) => [variable.name, variable])).values()];
}

function variableToLines({ name, where }: RecipeVariable): string {
  return `\n# ${plainText(where)}\n${name}=\n`;
}

/**
 * Random texts, so that the hooks can be served and tried at once, and nobody can guess them. The operator replaces those
 * that a vendor generates. Hexadecimal digits are valid in every form of secret.
 */
function composeEnv(variables: readonly RecipeVariable[]): string {
  return variables
    .map(({ name }) => `${name}=${randomBytes(name === HOOK_TOKEN ? 32 : 24).toString("hex")}\n`)
    .join("");
}

export const HOOK_TOKEN = "HOOK_TOKEN";

function eventFile(sample: string): NewFile {
  const path = `${sample}.event.json`;
  return { path: `events/${path}`, text: readFileSync(join(eventsFolder, path), "utf8") };
}

/** JSON needs no extension: VS Code reads its schema. */
function extensions(format: ConfigChoices["format"]): NewFile {
  const recommendations = format === "yaml" ? ["redhat.vscode-yaml"] : [];
  return {
    path: ".vscode/extensions.json",
    text: `${JSON.stringify({ recommendations }, undefined, 2)}\n`,
  };
}

/** The Markdown of a recipe → the text that a comment shows. */
function plainText(markdown: string): string {
  return plainWords(withoutFences(markdown)).trim();
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^\s*```\w*\n?/gm, "");
}

function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll("`", "");
}
