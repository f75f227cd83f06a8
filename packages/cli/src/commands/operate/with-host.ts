// A state folder → the operator's functions for the time of one command, and its output.
import { openOperate, type RemoteOperate, readHostSettings } from "@hookwright/host";
import { CliError } from "../../cli-error.ts";
import type { HostParts } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { reportToJson } from "../../output/report-to-json.ts";
import { visibleText } from "../../output/visible-text.ts";

export interface OperateOptions {
  readonly stateFolder?: string;
  readonly json?: boolean;
}

export interface Result {
  /** The words of the command, joined by hyphens. */
  readonly command: string;
  /** For programs. */
  readonly value: object;
  /** For people. */
  readonly text: string;
}

export interface HostUse {
  readonly operate: RemoteOperate;
  /** False: no host runs, so that what is changed happens at its next start. */
  readonly isLive: boolean;
}

/** Prints what `use` returns. Where no host runs, the store is taken for this time. */
export async function withHost(
  options: OperateOptions,
  io: Io,
  use: (host: HostUse) => Promise<Result>,
  parts: Pick<HostParts, "settings" | "channels"> = WITHOUT_CONFIG,
): Promise<number> {
  const stateFolder = stateFolderOf(options.stateFolder, io);
  const warn = (message: string): void => void io.stderr.write(`${visibleText(message)}\n`);
  const opened = await openOperate({ ...parts, stateFolder, warn });
  if (!opened.ok) {
    const { message, hint } = opened.problem;
    throw new CliError(`${message}.`, { hint: `${hint}.` });
  }
  try {
    const { command, value, text } = await use(opened);
    io.stdout.write(`${options.json === true ? reportToJson(command, value) : text}\n`);
    return 0;
  } finally {
    await opened.close();
  }
}

/** Every channel counts as known: a repeated delivery goes where it went before. */
class AnyChannel extends Map<string, never> {
  override get(id: string): never {
    return { id, parseRecipient: (to: string) => ({ ok: true, to }) } as never;
  }
}

const WITHOUT_CONFIG: Pick<HostParts, "settings" | "channels"> = {
  settings: defaultSettings(),
  channels: new AnyChannel(),
};

function defaultSettings(): HostParts["settings"] {
  const read = readHostSettings({});
  if (!read.ok) throw new Error("The default settings have problems.");
  return read.settings;
}

/** A value, or the error that says that there is none of that id. */
export function found<Value>(value: Value | undefined, what: string, list: string): Value {
  if (value !== undefined) return value;
  throw new CliError(`There is no ${what}.`, { hint: `\`hookwright ${list}\` lists them.` });
}

/** What was changed, or the error of the host. */
export function done<Value extends object>(
  result: ({ readonly ok: true } & Value) | { readonly ok: false; readonly message: string },
): Value {
  if (result.ok) return result;
  throw new CliError(result.message);
}

/** What is said after a change. */
export function changed(what: string, isLive: boolean): string {
  return isLive ? what : `${what} No host runs now: it happens at the next start.`;
}
