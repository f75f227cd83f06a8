// The functions of a host that an operator may call from another process: names, and their promised form.
import { resolve } from "node:path";
import { type LocalSocket, system } from "@hookwright/node-kit/system";
import type { Page } from "../model/timeline.ts";
import type { Operate } from "./create-operate.ts";
import type {
  LiveItem,
  LiveRequest,
  SendAgainResult,
  ServedConfig,
  WrittenEvent,
} from "./live-requests.ts";

/** The outcome of a reload. */
export interface ReloadAnswer {
  /** False: the previous config stays in use. */
  readonly ok: boolean;
  /** Lines for the operator, without secrets. */
  readonly lines: readonly string[];
}

/** What the program around a host does for an operator. */
export interface ServerOperations {
  readonly server: {
    /** Reads config, modules and secrets again. */
    reload(): Promise<ReloadAnswer>;
  };
}

/** What a server that keeps its newest requests in memory shows of them. */
export interface LiveOperations {
  readonly live: {
    /** The newest first. `before` is the `next` of another page; what it names may be gone, and then nothing is older. */
    list(filter: { readonly before?: string; readonly limit?: number }): Promise<Page<LiveItem>>;
    /** Undefined if it is gone. */
    show(id: string): Promise<LiveRequest | undefined>;
    /** Undefined if the server has no config, but a plan. */
    config(): Promise<ServedConfig | undefined>;
    /** Sends an event to this server itself, as its sender would: signed with the secret of the config. */
    send(event: WrittenEvent): Promise<SendAgainResult>;
  };
}

/** An embedder that loads no config leaves out `server`, and one that keeps no requests `live`. */
export type Operated = Operate & Partial<ServerOperations & LiveOperations>;

/** Whether a function only reads. */
type OperationKind = "read" | "change";

type OperationTable = {
  readonly [Group in keyof RemoteOperate]: {
    readonly [Name in keyof RemoteOperate[Group]]: OperationKind;
  };
};

/** The functions that can be called through the socket and the API. */
const OPERATIONS: OperationTable = {
  overview: { show: "read" },
  timeline: { show: "read" },
  requests: { list: "read" },
  failed: { list: "read" },
  log: { list: "read" },
  runs: {
    ...{ list: "read", show: "read", select: "read" },
    ...{ retry: "change", cancel: "change", retryMany: "change", cancelMany: "change" },
  },
  events: { list: "read", show: "read" },
  deliveries: {
    ...{ list: "read", show: "read", select: "read" },
    ...{ retry: "change", cancel: "change", retryMany: "change", cancelMany: "change" },
  },
  sessions: { list: "read", show: "read", forget: "change" },
  channels: { list: "read", test: "change" },
  pauses: { list: "read", pause: "change", resume: "change" },
  routes: { list: "read", set: "change" },
  heartbeat: { last: "read", list: "read", now: "change" },
  server: { reload: "change" },
  live: { list: "read", show: "read", config: "read", send: "change" },
};

/** Undefined if the table has no such function. */
export function kindOfOperation(group: string, name: string): OperationKind | undefined {
  if (!Object.hasOwn(OPERATIONS, group)) return undefined;
  const names: object = OPERATIONS[group as keyof typeof OPERATIONS];
  return Object.hasOwn(names, name) ? (names as Record<string, OperationKind>)[name] : undefined;
}

/** The same functions, wherever the store is. */
export type RemoteOperate = Operate & ServerOperations & LiveOperations;

type OperationCall = (group: string, name: string, args: readonly unknown[]) => Promise<unknown>;

/** One function that calls by name → all of them. */
export function createRemoteOperate(call: OperationCall): RemoteOperate {
  const groups = Object.entries(OPERATIONS).map(([group, names]) => {
    const functions = Object.keys(names).map((name) => [
      name,
      (...args: readonly unknown[]) => call(group, name, args),
    ]);
    return [group, Object.fromEntries(functions)];
  });
  return Object.fromEntries(groups) as RemoteOperate;
}

/** Undefined if the table has no such function, or this process does not. */
export function findOperation(
  operate: Partial<Operated>,
  group: string,
  name: string,
): ((...args: readonly unknown[]) => unknown) | undefined {
  if (kindOfOperation(group, name) === undefined) return undefined;
  const functions = operate[group as keyof Operated] as unknown as
    | Readonly<Record<string, (...args: readonly unknown[]) => unknown>>
    | undefined;
  return functions?.[name];
}

const SOCKET_NAME = "operate";

/** Undefined if the path is too long for a socket. */
export function socketOf(stateFolder: string): LocalSocket | undefined {
  return system.socketOf(resolve(stateFolder), SOCKET_NAME);
}
