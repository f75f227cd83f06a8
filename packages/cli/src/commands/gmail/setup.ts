// gmail setup: options → a mailbox that can be watched; each step is printed. Exit code 0, 1, 2.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { stripOuterSlashes, visibleText } from "@hookwright/base";
import { loadConfigFile } from "@hookwright/config";
import { gmailPreset, type HooksInput, type MappingInput, type Problem } from "@hookwright/core";
import {
  type LoginPorts,
  runSetup,
  type SetupChange,
  type SetupEvent,
  type SetupResult,
} from "@hookwright/gmail";
import { planRecipient } from "@hookwright/host";
import { systemTime } from "@hookwright/node-kit/clock";
import { system } from "@hookwright/node-kit/system";
import { CliError } from "../../cli-error.ts";
import { envFileOf } from "../../config/env-file.ts";
import { FOR_READING, hasHostBlock, loadConfig } from "../../config/load-config.ts";
import { readHostConfig } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { reportToJson } from "../../output/problem-report.ts";
import { createServerLog } from "../../output/server-log.ts";
import { createStyle, useColor } from "../../output/style.ts";
import { check } from "../check.ts";
import { parseRecipient } from "../operate/deliveries.ts";
import { untilSignal } from "../until-signal.ts";
import { readGoogleUrls } from "./google-urls.ts";

export interface GmailSetupOptions {
  readonly account: string;
  readonly config: string;
  readonly mode?: "pull" | "push" | "poll";
  readonly client?: string;
  readonly credentials?: string;
  readonly label?: string;
  readonly project?: string;
  readonly topic?: string;
  readonly subscription?: string;
  readonly hookUrl?: string;
  readonly deliver?: string;
  readonly pushEndpoint?: string;
  readonly pushServiceAccount?: string;
  readonly port: number;
  readonly timeout: number;
  readonly open?: boolean;
  readonly dryRun?: boolean;
  readonly stateFolder?: string;
  readonly json?: boolean;
}

export async function setup(options: GmailSetupOptions, io: Io): Promise<number> {
  const {
    client,
    credentials,
    stateFolder,
    open,
    port,
    timeout,
    dryRun,
    json,
    deliver,
    ...choices
  } = options;
  const config = resolve(choices.config);
  const changes = deliver === undefined ? [] : await planDelivery(deliver, config, io);
  const stop = new AbortController();
  void untilSignal(io.signals).then(() => stop.abort());
  const steps: SetupEvent[] = [];
  const login = createLoginPorts({ port, minutes: timeout, opens: open === true }, io);
  const done = await runSetup({
    ...choices,
    changes,
    configPath: config,
    stateFolder: stateFolderOf(stateFolder, io),
    clientPath: client,
    credentialsPath: credentials,
    env: io.env,
    envFile: envFileOf(config, io),
    urls: readGoogleUrls(io),
    login,
    checkConfig: (path) => checkConfig(path, io),
    time: systemTime,
    signal: stop.signal,
    isDryRun: dryRun === true,
    tell: (event) => {
      steps.push(event);
      if (json !== true) io.stdout.write(`${lineOf(event)}\n`);
    },
  });
  login.close();
  const result = done.ok && dryRun !== true ? await addWarnings(done, config, io) : done;
  if (json === true) io.stdout.write(`${reportToJson("gmail-setup", { ...result, steps })}\n`);
  else io.stdout.write(resultToText(result, options, io));
  return result.ok ? 0 : 1;
}

/** Adds warnings about answers that nobody gets, if the config has a host. */
async function addWarnings(
  result: Extract<SetupResult, { ok: true }>,
  config: string,
  io: Io,
): Promise<SetupResult> {
  const log = createServerLog({ log: io.stderr, env: io.env }, false);
  const loaded = await loadConfig(config, { io, log, demands: FOR_READING, runsModules: false });
  if (!loaded.ok) return result;
  await loaded.close(0);
  if (!hasHostBlock(loaded)) return result;
  const host = await readHostConfig(loaded, { io });
  const { problems } = await host.checkRecipients(loaded.hooks);
  const notes = problems.map(({ message, hint }) => `${message} ${hint}`);
  return { ...result, notes: [...result.notes, ...notes] };
}

/** The report of `hookwright check --secrets`, or undefined if there are no errors. */
async function checkConfig(path: string, io: Io): Promise<string | undefined> {
  let report = "";
  const stdout = {
    write: (text: string): boolean => {
      report += text;
      return true;
    },
  };
  // A spread would open standard input.
  const own = Object.create(io, { stdout: { value: stdout } }) as Io;
  return (await check(path, { secrets: true }, own)) === 0 ? undefined : report;
}

const MARKS = { planned: "-", begun: ">", done: " ", note: " " } as const;

function lineOf({ state, message }: SetupEvent): string {
  const indent = state === "done" || state === "note" ? "  " : "";
  return `${MARKS[state]} ${indent}${visibleText(message)}`.trimEnd();
}

function resultToText(
  result: SetupResult,
  { config, account, stateFolder, dryRun }: GmailSetupOptions,
  io: Io,
): string {
  const style = createStyle(useColor(io.stdout, io.env));
  if (!result.ok) {
    const { message, hint = "" } = result.failure;
    const lines = [`${style.error("error")} ${visibleText(message)}`, ...hint.split("\n")];
    return `${lines.map((line, at) => (at === 0 ? line : `  ${style.hint(visibleText(line))}`)).join("\n")}\n`;
  }
  if (dryRun === true) return "Nothing was done.\n";
  const folder = stateFolder === undefined ? "" : ` --state-folder ${stateFolder}`;
  const notes = result.notes.map((note) => `${style.warning("warning")} ${visibleText(note)}\n`);
  return `${notes.join("")}${visibleText(account)} can be watched, by ${result.mode}. Start it: hookwright gmail run ${config}${folder}\n`;
}

interface LoginPortsOptions {
  readonly port: number;
  readonly minutes: number;
  readonly opens: boolean;
}

/** `close` releases standard input, which would keep the process alive. */
export interface TerminalLogin extends LoginPorts {
  readonly close: () => void;
}

/** Writes to standard error, because standard output is for results. */
export function createLoginPorts(
  { port, minutes, opens }: LoginPortsOptions,
  io: Pick<Io, "stdin" | "stderr">,
): TerminalLogin {
  let input: (Io["stdin"] & { readonly destroy?: () => void }) | undefined;
  // Opened only if there is a login.
  async function* readInput(): AsyncGenerator<string> {
    input = io.stdin;
    yield* splitLines(input);
  }
  return {
    close: () => input?.destroy?.(),
    port,
    timeoutMs: Math.round(minutes * 60_000),
    pasted: readInput(),
    show: (page, used) => {
      io.stderr.write(`
Open this page in any browser, and allow the access:

  ${page}

The browser comes back to port ${used} of this machine. If it runs elsewhere, do one of these:
  - Before you open the page: ssh -L ${used}:127.0.0.1:${used} user@this-machine
  - After: copy the address of the page that fails to load, paste it here, and press Enter.

`);
      if (opens) openPage(page);
    },
  };
}

async function* splitLines(input: Io["stdin"]): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + Buffer.from(chunk).toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

/** It is not an error if no browser opens: the address was printed. */
function openPage(page: string): void {
  const [command, ...args] = system.opener;
  const child = spawn(command, [...args, page], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

/** Throws if the config has no such channel, or the channel cannot read the recipient. */
export async function planDelivery(
  written: string,
  file: string,
  io: Io,
): Promise<readonly SetupChange[]> {
  const wanted = parseRecipient(written, "--deliver");
  const report = await loadConfigFile(file);
  const { severities = {} } = FOR_READING;
  const { target, problems } = await readHostConfig(report, { io, severities });
  if (report.config === undefined || target === undefined || problems.some(isInTheWay)) {
    throw new CliError(`${file} cannot be read, or its settings of the host have errors.`, {
      hint: `Write the channel into it first. \`hookwright check ${file}\` names what is wrong.`,
    });
  }
  const plan = planRecipient(wanted, { config: report.config, ...target });
  if (!plan.ok) {
    throw new CliError("Answers cannot be delivered as --deliver says.", { hint: plan.reason });
  }
  const { hooks = {} } = report.config as { readonly hooks?: HooksInput };
  const { channel, path, isLast } = plan;
  const own = planOwn(hooks, { channel, to: wanted.to });
  if (own !== undefined) return own;
  // The mapping of the preset answers to `last`.
  if (isLast) return set(report.config, path, wanted.to);
  const [preset] = gmailPreset(hooks);
  const mapping = { ...preset, channel, to: wanted.to };
  return Array.isArray(hooks.mappings)
    ? [{ path: ["hooks", "mappings", hooks.mappings.length], value: mapping }]
    : [{ path: ["hooks", "mappings"], value: [mapping] }];
}

/** Deliveries need no runner; any other error may be in the channel. */
function isInTheWay({ severity, path }: Problem): boolean {
  return severity === "error" && path[1] !== "runner";
}

/** Undefined if the operator has no mapping for mail: then the preset's takes it. */
function planOwn(
  hooks: HooksInput,
  delivery: { readonly channel: string; readonly to: string },
): readonly SetupChange[] | undefined {
  const mappings: readonly unknown[] = Array.isArray(hooks.mappings) ? hooks.mappings : [];
  const places = mappings.flatMap((mapping, index) => (isForMail(mapping) ? [index] : []));
  if (places.length === 0) return undefined;
  return places.flatMap((index) =>
    Object.entries(delivery).flatMap(([key, value]) =>
      set({ hooks }, ["hooks", "mappings", index, key], value),
    ),
  );
}

/** The config is not checked yet, so it may have any shape. */
function isForMail(mapping: unknown): boolean {
  const { action, skip, match } = (mapping ?? {}) as Partial<MappingInput>;
  const path: unknown = match?.path;
  const name = typeof path === "string" ? stripOuterSlashes(path.trim()) : "";
  return name === "gmail" && action !== "wake" && skip !== true;
}

function set(config: unknown, path: SetupChange["path"], value: string): readonly SetupChange[] {
  const before = path.reduce<unknown>(
    (holder, key) => (holder as Record<string | number, unknown> | undefined)?.[key],
    config,
  );
  return before === value ? [] : [{ path, value }];
}
