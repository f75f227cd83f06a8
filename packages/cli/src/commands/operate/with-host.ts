// A state folder → the operator's functions for one command, and its output.

import { visibleText } from "@hookwright/base";
import {
  openOperate,
  type Page,
  type RemoteOperate,
  readHostSettings,
  type SelectedResult,
  type UnresponsiveProblem,
} from "@hookwright/host";
import { CliError, createUsageError } from "../../cli-error.ts";
import type { HostParts } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { eventToText, type ListedItems, listToText, runToText } from "../../output/host-records.ts";
import { reportToJson } from "../../output/problem-report.ts";

export interface OperateOptions {
  readonly stateFolder?: string;
  readonly json?: boolean;
}

interface Result {
  /** The words of the command, joined by hyphens. */
  readonly command: string;
  /** For programs. */
  readonly value: object;
  /** For people. Undefined: the command has printed everything itself. */
  readonly text: string | undefined;
  /** Default: 0. */
  readonly exitCode?: number;
}

export interface HostUse {
  readonly operate: RemoteOperate;
  /** False: no host is running, so changes apply at its next start. */
  readonly isLive: boolean;
}

/** Prints what `use` returns. If no host is running, it opens the store meanwhile. */
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
    const { command, value, text, exitCode = 0 } = await use(opened);
    if (text !== undefined) {
      io.stdout.write(`${options.json === true ? reportToJson(command, value) : text}\n`);
    }
    return exitCode;
  } catch (error) {
    throw toCliError(error);
  } finally {
    await opened.close();
  }
}

/** The host may stop answering during the command. */
function toCliError(error: unknown): unknown {
  const { code, message, hint } = error as Partial<Omit<UnresponsiveProblem, "code">> & {
    readonly code?: string;
  };
  if (code === "host_unresponsive" || code === "store_read_only") {
    return new CliError(`${message}.`, { hint: `${hint}.` });
  }
  if (code !== "cursor_invalid") return error;
  return createUsageError(`${message}.`, "Write what the page before has printed after --after.");
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

/** A command that lists records: `runs`, `route-list`. */
export function showList<What extends keyof ListedItems>(
  [command, what]: readonly [command: string, what: What],
  options: OperateOptions,
  io: Io,
  read: (operate: RemoteOperate) => Promise<Page<ListedItems[What]>>,
): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const { items, next } = await read(operate);
    const value = { [what]: items, ...(next !== undefined && { next }) };
    return { command, value, text: listToText(what, items, next) };
  });
}

/** The log has the ids of runs and of wakes, which are events, in one field. */
export async function showEither(
  id: string,
  order: readonly ["runs", "events"] | readonly ["events", "runs"],
  { operate }: HostUse,
): Promise<Result> {
  for (const group of order) {
    if (group === "runs") {
      const run = await operate.runs.show(id);
      if (run !== undefined) return { command: "runs-show", value: run, text: runToText(run) };
    } else {
      const event = await operate.events.show(id);
      if (event !== undefined) {
        return { command: "events-show", value: event, text: eventToText(event) };
      }
    }
  }
  const [list] = order;
  throw new CliError(`There is no run and no event ${id}.`, {
    hint: `\`hookwright ${list}\` lists them.`,
  });
}

/** The value, or an error that nothing has this id. */
export function found<Value>(value: Value | undefined, what: string, list: string): Value {
  if (value !== undefined) return value;
  throw new CliError(`There is no ${what}.`, { hint: `\`hookwright ${list}\` lists them.` });
}

/** The changed value, or the error of the host. */
export function done<Value extends object>(
  result: ({ readonly ok: true } & Value) | { readonly ok: false; readonly message: string },
): Value {
  if (result.ok) return result;
  throw new CliError(result.message);
}

export function changed(what: string, isLive: boolean): string {
  return isLive ? what : `${what} No host is running: this happens at its next start.`;
}

/** Options that select items of a list. */
export interface SelectOptions {
  readonly state?: string;
  readonly key?: string;
  readonly mapping?: string;
  readonly agent?: string;
  readonly code?: string;
  readonly origin?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly until?: number;
}

/** Options of a list, which show a part of it. */
export interface ListOptions extends SelectOptions {
  readonly channel?: string;
  readonly limit?: number;
  /** The cursor that the page before has printed. */
  readonly after?: string;
}

export interface ChangeOptions extends OperateOptions, SelectOptions {
  readonly dryRun?: boolean;
}

interface Filter {
  readonly state?: never;
  readonly key?: string;
  readonly mappingId?: string;
  readonly agentId?: string;
  readonly channel?: string;
  readonly code?: string;
  readonly origin?: never;
  readonly since?: number;
  readonly until?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

/** As the host names them. */
export function filterOf(options: SelectOptions): Filter {
  const { state, key, mapping, agent, code, origin, since, until } = options;
  return {
    // The command line has checked that it is one.
    ...(state !== undefined && { state: state as never }),
    ...(key !== undefined && { key }),
    ...(mapping !== undefined && { mappingId: mapping }),
    ...(agent !== undefined && { agentId: agent }),
    ...(code !== undefined && { code }),
    ...(origin !== undefined && { origin: origin as never }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

/** As the host names them. */
export function listFilterOf(options: ListOptions): Filter {
  const { channel, limit, after } = options;
  return {
    ...filterOf(options),
    ...(channel !== undefined && { channel }),
    ...(limit !== undefined && { limit }),
    ...(after !== undefined && { cursor: after }),
  };
}

/** A change names one id or selects by state, so that a forgotten option changes nothing. */
export function requireOne(id: string | undefined, options: ChangeOptions, list: string): void {
  const { state, key, mapping, agent, code, since, until, dryRun } = options;
  const others = [key, mapping, agent, code, since, until, dryRun].filter(
    (value) => value !== undefined,
  );
  if (id === undefined && state === undefined) {
    const hint = `Add --state STATE; \`hookwright ${list} --state STATE\` lists what it selects.`;
    throw createUsageError("Name an id, or select by state.", hint);
  }
  if (id !== undefined && (state !== undefined || others.length > 0)) {
    throw createUsageError("An id cannot be combined with a selection.", "Leave one of them out.");
  }
}

/** As many ids as fit into one call of the socket that is answered within a second. */
const IDS_PER_CALL = 200;

/** How the runs or the deliveries of a host are repeated or cancelled. */
interface Change {
  readonly list: "runs" | "deliveries";
  readonly verb: "retry" | "cancel";
  readonly isLive: boolean;
  readonly select: () => Promise<readonly string[]>;
  readonly one: (id: string) => Promise<Pick<Result, "value" | "text">>;
  readonly many: (ids: readonly string[]) => Promise<SelectedResult>;
}

const NOUNS = { runs: ["run", "runs"], deliveries: ["delivery", "deliveries"] } as const;
const VERBS = { retry: "repeated", cancel: "cancelled" } as const;

/** Changes the one with this id; without an id, changes what is selected, in its order, and counts it. */
export async function changeRecords(
  id: string | undefined,
  { dryRun = false }: ChangeOptions,
  { list, verb, isLive, select, one, many }: Change,
): Promise<Result> {
  if (id !== undefined) return { command: `${list}-${verb}`, ...(await one(id)) };
  const command = `${list}-${verb}-many`;
  const ids = await select();
  const say = (count: number): string => `${count} ${NOUNS[list][count === 1 ? 0 : 1]}`;
  if (dryRun) {
    const text = `${say(ids.length)} would be ${VERBS[verb]}. Nothing was changed.`;
    return { command, value: { count: ids.length, refused: {}, dryRun }, text };
  }
  let count = 0;
  const refused = new Map<string, number>();
  for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
    const result = await many(ids.slice(at, at + IDS_PER_CALL));
    count += result.count;
    for (const [code, some] of Object.entries(result.refused)) {
      refused.set(code, (refused.get(code) ?? 0) + some);
    }
  }
  const codes = [...refused].map(([code, some]) => `${some} were refused: ${code}.`);
  const done = `${say(count)} ${count === 1 ? "is" : "are"} ${VERBS[verb]}.`;
  return {
    command,
    value: { count, refused: Object.fromEntries(refused), dryRun },
    text: [changed(done, isLive), ...codes].join("\n"),
    exitCode: refused.size === 0 ? 0 : 1,
  };
}

export function cancelRecords(
  list: Change["list"],
  id: string | undefined,
  options: ChangeOptions,
  io: Io,
): Promise<number> {
  requireOne(id, options, list);
  return withHost(options, io, ({ operate: { [list]: records }, isLive }) =>
    changeRecords(id, options, {
      ...{ list, verb: "cancel", isLive },
      select: () => records.select(filterOf(options)),
      one: async (one) => ({
        value: done(await records.cancel(one)),
        text: `${NAMES[list]} ${one} is cancelled.`,
      }),
      many: (ids) => records.cancelMany(ids),
    }),
  );
}

const NAMES = { runs: "Run", deliveries: "Delivery" } as const;

/** `hookwright pause` and `hookwright resume`. */
export function pauseWork(
  verb: "pause" | "resume",
  kind: "mapping" | "channel" | "runner",
  id: string,
  options: OperateOptions,
  io: Io,
): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    done(await operate.pauses[verb]({ kind, id }));
    const pauses = await operate.pauses.list();
    const text =
      verb === "pause"
        ? `The ${kind} ${visibleText(id)} is paused. What is accepted waits: \`hookwright resume ${kind} ${visibleText(id)}\`.`
        : `The ${kind} ${visibleText(id)} is resumed.`;
    return { command: verb, value: { pauses }, text: changed(text, isLive) };
  });
}
