// gmail setup: options → a mailbox that can be watched, told step by step. Exit code 0, 1, 2.
import { resolve } from "node:path";
import { visibleText } from "@hookwright/base";
import { createSystemClock, runSetup, type SetupEvent, type SetupResult } from "@hookwright/gmail";
import { FOR_READING, hasHostBlock, loadConfig } from "../../config/load-config.ts";
import { readHostConfig } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { useColor } from "../../output/color.ts";
import { reportToJson } from "../../output/report-to-json.ts";
import { createServerLog } from "../../output/server-log.ts";
import { createStyle } from "../../output/style.ts";
import { check } from "../check.ts";
import { untilSignal } from "../until-signal.ts";
import { readGoogleUrls } from "./google-urls.ts";
import { createLoginPorts } from "./login-ports.ts";
import { planDelivery } from "./plan-delivery.ts";

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
    urls: readGoogleUrls(io),
    login,
    checkConfig: (path) => checkConfig(path, io),
    clock: createSystemClock(),
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

/** Of answers that nobody will get, where the config has a host. */
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

/** As `hookwright check --secrets` says it. */
async function checkConfig(path: string, io: Io): Promise<string | undefined> {
  let report = "";
  const stdout = {
    write: (text: string): boolean => {
      report += text;
      return true;
    },
  };
  return (await check(path, { secrets: true }, { ...io, stdout })) === 0 ? undefined : report;
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
