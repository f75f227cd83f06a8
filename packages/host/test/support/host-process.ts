// A program: messages of a test → a host in a process of its own, on real time, which calls back for turns and sends.
import { createEngine, type Engine } from "../../src/engine/create-engine.ts";
import type { HostRecord } from "../../src/engine/observe.ts";
import type { LiveParts } from "../../src/engine/state.ts";
import { openLedger } from "../../src/ledger/open-ledger.ts";
import type { Channel } from "../../src/model/channel.ts";
import type { LedgerLimits } from "../../src/model/ledger.ts";
import type { HostSettings } from "../../src/model/settings.ts";
import type { Runner, TurnRequest } from "../../src/model/turn.ts";
import { settle } from "./host-time.ts";
import { parseTestRecipient, writeLoud } from "./scripted-channel.ts";

/** A runner or a channel of the test; `key` names it in calls. */
export interface RunnerFacts extends Pick<Runner, "id" | "keepsHistory"> {
  readonly key: number;
}

export interface ChannelFacts extends Pick<Channel, "id" | "limit" | "keyWindowMs"> {
  readonly key: number;
  readonly canSettle: boolean;
  readonly isLoud: boolean;
}

/** `LiveParts` as a message. */
export interface LiveFacts {
  readonly settings?: HostSettings;
  readonly runner?: RunnerFacts;
  readonly channels?: readonly ChannelFacts[];
  readonly notify?: ChannelFacts | undefined;
}

export interface StartFacts extends LiveFacts {
  readonly folder: string;
  readonly life: string;
  readonly limits: LedgerLimits;
  readonly files: Readonly<Record<string, string | Error>>;
  /** Labels of programs that the life before left. */
  readonly leftPrograms: readonly string[] | undefined;
  readonly observerThrows: boolean;
  readonly time: TimeFacts;
}

/** `realStart` is `host` of the host's clock, which is `pace` times as fast as the real one. */
export interface TimeFacts {
  readonly realStart: number;
  readonly hostStart: number;
  readonly pace: number;
}

export type ToHost =
  | { readonly kind: "start"; readonly id: number; readonly facts: StartFacts }
  | {
      readonly kind: "call";
      readonly id: number;
      readonly path: readonly string[];
      readonly input: readonly unknown[];
    }
  | { readonly kind: "tell"; readonly path: readonly string[]; readonly input: readonly unknown[] }
  | { readonly kind: "abort"; readonly id: number; readonly reason: unknown }
  | { readonly kind: "reload"; readonly id: number; readonly facts: LiveFacts }
  | ({ readonly kind: "answer"; readonly id: number } & Outcome)
  | { readonly kind: "gone"; readonly index: number }
  | { readonly kind: "look"; readonly id: number };

export type FromHost =
  | ({ readonly kind: "result"; readonly id: number } & Outcome)
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly key: number;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly kind: "signal"; readonly id: number; readonly reason: unknown }
  | { readonly kind: "record"; readonly record: HostRecord }
  | { readonly kind: "warn"; readonly message: string }
  /** How many messages were received and sent, without looks. */
  | {
      readonly kind: "looked";
      readonly id: number;
      readonly received: number;
      readonly sent: number;
    };

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly fields: object };

export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof Error)) return { ok: false, message: String(error), fields: {} };
  return { ok: false, message: error.message, fields: { ...error, name: error.name } };
}

export function valueOfOutcome(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.value;
  throw Object.assign(new Error(outcome.message), outcome.fields);
}

/** The same formula in both processes. */
export function hostClock({ realStart, hostStart, pace }: TimeFacts): number {
  return Math.floor(hostStart + (Date.now() - realStart) * pace);
}

/** Calls that get a signal. */
const WITH_SIGNAL: ReadonlySet<string> = new Set(["dispatch", "prompt", "completion.wait"]);

if (process.send !== undefined && process.env["HOOKWRIGHT_HOST_PROCESS"] !== undefined) listen();

function listen(): void {
  const questions = new Map<number, (outcome: Outcome) => void>();
  const calls = new Map<number, AbortController>();
  const ends: (() => void)[] = [];
  let engine: Engine | undefined;
  let received = 0;
  let sent = 0;
  let ids = 0;

  const post = (message: FromHost): void => {
    if (message.kind !== "looked") sent += 1;
    process.send?.(message);
  };

  const ask = (
    key: number,
    name: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const id = ++ids;
    return new Promise((resolve, reject) => {
      questions.set(id, (outcome) => {
        try {
          resolve(valueOfOutcome(outcome));
        } catch (error) {
          reject(error);
        }
      });
      post({ kind: "ask", id, key, name, input });
      const tell = (): void => post({ kind: "signal", id, reason: signal.reason });
      if (signal.aborted) tell();
      signal.addEventListener("abort", tell, { once: true });
    });
  };

  const runnerOf = ({ key, id, keepsHistory }: RunnerFacts): Runner => ({
    id,
    keepsHistory,
    run: (turn: TurnRequest, signal) => ask(key, "run", turn, signal) as ReturnType<Runner["run"]>,
  });

  const channelOf = ({
    key,
    id,
    limit,
    keyWindowMs,
    canSettle,
    isLoud,
  }: ChannelFacts): Channel => ({
    ...{ id, limit, keyWindowMs, parseRecipient: parseTestRecipient },
    send: (part, signal) => ask(key, "send", part, signal) as ReturnType<Channel["send"]>,
    ...(isLoud && { escape: writeLoud }),
    ...(canSettle && {
      settle: (part, signal) =>
        ask(key, "settle", part, signal) as ReturnType<NonNullable<Channel["settle"]>>,
    }),
  });

  const partsOf = ({ settings, runner, channels, ...facts }: LiveFacts): Partial<LiveParts> => ({
    ...(settings && { settings }),
    ...(runner && { runner: runnerOf(runner) }),
    ...(channels && { channels: new Map(channels.map((one) => [one.id, channelOf(one)])) }),
    ...("notify" in facts && { notify: facts.notify && channelOf(facts.notify) }),
  });

  const start = async (facts: StartFacts): Promise<void> => {
    const { folder, life, limits, files, leftPrograms, time } = facts;
    const clock = (): number => hostClock(time);
    const warn = (message: string): void => post({ kind: "warn", message });
    const opened = await openLedger({ folder, clock, limits, warn: () => undefined });
    if (!opened.ok) throw new Error(`${opened.problem.message}. ${opened.problem.hint}.`);
    let made = 0;
    const left = leftPrograms?.map((label, index) => ({
      label,
      gone: new Promise<void>((resolve) => {
        ends[index] = resolve;
      }),
    }));
    engine = await createEngine({
      ...(partsOf(facts) as LiveParts),
      ledger: opened.ledger,
      clock,
      timer: (task, milliseconds) => {
        // A longer time is one at once for Node.
        const handle = setTimeout(task, Math.min(milliseconds / time.pace, 2 ** 31 - 1));
        return () => clearTimeout(handle);
      },
      randomId: () => `id-${life}-${++made}`,
      random: () => 0.5,
      readText: async (path) => {
        const file = files[path];
        if (file instanceof Error) throw file;
        return file;
      },
      observer: (record) => {
        post({ kind: "record", record });
        if (facts.observerThrows) throw new Error("no space for records");
      },
      warn,
      ...(left && { endLeftPrograms: () => left }),
    });
  };

  const call = (path: readonly string[], input: readonly unknown[]): unknown => {
    let owner: object | undefined;
    let value: unknown = engine;
    for (const name of path) {
      owner = value as object;
      value = Reflect.get(owner, name);
    }
    if (typeof value !== "function") throw new Error(`The engine has no ${path.join(".")}().`);
    return value.apply(owner, input);
  };

  const withSignal = (path: readonly string[], input: readonly unknown[], signal: AbortSignal) =>
    path[0] === "dispatch" ? [input[0], { ...(input[1] as object), signal }] : [input[0], signal];

  const carryOut = async (
    message: Extract<ToHost, { kind: "start" | "call" | "reload" }>,
  ): Promise<unknown> => {
    if (message.kind === "start") return start(message.facts);
    if (message.kind === "reload") return call(["reload"], [partsOf(message.facts)]);
    const { path, input, id } = message;
    if (!WITH_SIGNAL.has(path.join("."))) return call(path, input);
    const controller = new AbortController();
    calls.set(id, controller);
    return call(path, withSignal(path, input, controller.signal));
  };

  process.on("message", (message: ToHost) => {
    if (message.kind === "look") {
      const { id } = message;
      void settle().then(() => post({ kind: "looked", id, received, sent }));
      return;
    }
    received += 1;
    switch (message.kind) {
      case "answer":
        questions.get(message.id)?.(message);
        return;
      case "abort":
        calls.get(message.id)?.abort(message.reason);
        return;
      case "gone":
        ends[message.index]?.();
        return;
      case "tell":
        call(message.path, message.input);
        return;
      default: {
        const { id } = message;
        carryOut(message)
          .then((value): Outcome => ({ ok: true, value }), outcomeOfError)
          .then((outcome) => post({ kind: "result", id, ...outcome }));
      }
    }
  });
  process.on("disconnect", () => process.exit());
}
