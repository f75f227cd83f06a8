// The choices of an operator → a folder with a config, its events and its tests, checked and run once.
import { join, relative, resolve } from "node:path";
import { visibleText } from "@hookwright/base";
import { maskSecrets } from "@hookwright/config";
import { HooksConfigError } from "@hookwright/core";
import { listRecipes, type Recipe, recipe } from "@hookwright/samples";
import { createTwoFilesPatch } from "diff";
import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { useColor } from "../../output/color.ts";
import { count } from "../../output/count.ts";
import { createStyle } from "../../output/style.ts";
import { runFiles } from "../test/run-files.ts";
import type { ConfigFormat } from "./compose-config.ts";
import { type ComposedConfig, type ComposedTests, composeTests } from "./compose-tests.ts";
import { nextStepsToText } from "./next-steps.ts";
import { type NewFile, planFiles } from "./plan-files.ts";
import { type Conflict, findConflicts, writeFiles } from "./write-files.ts";

export interface InitOptions {
  readonly providers?: readonly string[] | undefined;
  readonly channel?: string | undefined;
  readonly format?: ConfigFormat | undefined;
  readonly token?: boolean | undefined;
  readonly vscode?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** Asks for what is left open; there is none where nobody sits at a terminal. */
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
  const chosen = ask === undefined || options.yes === true ? options : await ask(options);
  const folder = resolve(directory);
  const plan = await planFolder(chosen);
  const color = useColor(io.stdout, io.env);
  const conflicts = chosen.force === true ? [] : findConflicts(folder, plan.files);
  if (conflicts.length > 0) {
    io.stdout.write(conflictsToText(conflicts, color));
    return 1;
  }
  const written = writeFiles(folder, plan.files);
  const tests = await writeSnapshots(join(folder, TEST_FILE), io);
  io.stdout.write(`${summaryToText(written, tests, color)}\n`);
  if (chosen.vscode === true && plan.format === "json5") io.stdout.write(`${JSON5_NOTE}\n`);
  const { npm_command: npmCommand } = io.env;
  const steps = {
    recipes: plan.recipes,
    config: plan.config,
    event: `events/${plan.shown}.event.json`,
    folder: relative(process.cwd(), folder),
    hasToken: chosen.token === true,
    // npm says so to what npx starts.
    command: npmCommand === "exec" ? "npx hookwright" : "hookwright",
  };
  io.stdout.write(`\n${nextStepsToText({ ...steps, color })}`);
  return tests.failed === 0 ? 0 : 1;
}

const TEST_FILE = "hooks.test.yaml";

interface Tests {
  readonly passed: number;
  readonly failed: number;
  /** How many were written. */
  readonly snapshots: number;
}

/** The first run of the tests: what they made is what they are compared with from now on. */
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

function summaryToText(
  written: readonly string[],
  { passed, failed, snapshots }: Tests,
  color: boolean,
): string {
  const style = createStyle(color);
  const isEvent = (path: string) => path.startsWith("events/");
  const events = written.filter(isEvent);
  const named = written.filter((path) => !isEvent(path)).join(", ");
  const files = [
    named,
    events.length === 0 ? "" : count(events.length, "sample event"),
    snapshots === 0 ? "" : `${count(snapshots, "snapshot")} of what they become`,
  ];
  const wrote = files.filter((part) => part !== "").join(", ");
  const result = `${passed} of ${count(passed + failed, "test")} passed.`;
  return [
    wrote === "" ? "Everything was there already." : `Wrote ${wrote}.`,
    failed === 0 ? style.good(result) : style.error(result),
  ].join("\n");
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
  const { vscode = false, token = false } = options;
  const { format = vscode ? "yaml" : "json5", channel } = options;
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
    const problem = error.problems.find(({ severity }) => severity === "error");
    throw createUsageError(`--channel: ${problem?.message}`, problem?.hint);
  }
}

function findRecipes(providers: readonly string[] = []): readonly Recipe[] {
  if (providers.length === 0) {
    const known = listRecipes().join(",");
    throw createUsageError("Whose webhooks are they?", `Write --providers with some of: ${known}.`);
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
  const end = "Nothing was written: these files are there already. --force replaces them.";
  return `${conflicts.map(conflictToText).join("\n")}\n${style.warning(end)}\n`;
}

function conflictToText({ path, existing, planned }: Conflict): string {
  if (existing === planned) {
    return `${path}: there is one already, and it is left as it is.`;
  }
  const [old, next] = [maskSecrets(existing).text, maskSecrets(planned).text];
  const patch = createTwoFilesPatch(path, `${path} (new)`, old, next, undefined, undefined, {
    context: 1,
  });
  return visibleText(patch);
}
