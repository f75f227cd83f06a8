// The embedded engine in a process of its own, on real time: a kill is SIGKILL.
//
// The runner and the channels stay in the test: the process calls them through messages. What a rule cannot do to a
// server that stands elsewhere throws: set its clock, and touch its store.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Engine } from "../../src/engine/create-engine.ts";
import type { LiveParts } from "../../src/engine/state.ts";
import type { Channel } from "../../src/model/channel.ts";
import type { Ledger } from "../../src/model/ledger.ts";
import type { Runner } from "../../src/model/turn.ts";
import {
  type ChannelFacts,
  type FromHost,
  type LiveFacts,
  type Outcome,
  outcomeOfError,
  type RunnerFacts,
  type ToHost,
  valueOfOutcome,
} from "./host-process.ts";
import { settle } from "./host-time.ts";
import { createRealTime, type RealTime } from "./real-time.ts";
import type { ScriptedChannel } from "./scripted-channel.ts";
import type { HostTarget, StartOptions } from "./test-host.ts";

/** `program`: what `bundleHostProcess` wrote. */
export function ownProcess(program: () => string): HostTarget {
  return {
    name: "embedded, in a process of its own on real time",
    createTime: createRealTime,
    start: async (options) => {
      const child = fork(program(), {
        serialization: "advanced",
        execArgv: [],
        env: { ...process.env, HOOKWRIGHT_HOST_PROCESS: "1" },
      });
      const connection = connect(child, options);
      await connection.start();
      return {
        engine: engineOf(connection),
        ledger: untouchable(),
        breakStore: () => {
          throw new Error("Nobody breaks the store of a server that stands elsewhere.");
        },
        kill: async () => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exit = once(child, "exit");
          child.kill("SIGKILL");
          await exit;
        },
      };
    },
  };
}

/** Writes the program of `host-process.ts` into a folder. Returns its path. */
export async function bundleHostProcess(folder: string): Promise<string> {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const outfile = join(folder, "host-process.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("host-process.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    plugins: [
      {
        name: "libsql",
        setup: ({ onResolve }) => {
          // A native library stays where it is installed.
          onResolve({ filter: /^libsql$/ }, ({ path }) => ({
            path: createRequire(import.meta.url).resolve(path),
            external: true,
          }));
        },
      },
    ],
    tsconfig: join(root, "tsconfig.test.json"),
    logLevel: "silent",
  });
  return outfile;
}

type Looked = Extract<FromHost, { kind: "looked" }>;

interface Connection {
  start(): Promise<void>;
  call(path: readonly string[], input: readonly unknown[]): Promise<unknown>;
  /** A call that ends when its signal aborts. */
  await(path: readonly string[], input: unknown, signal?: AbortSignal): Promise<unknown>;
  tell(path: readonly string[], input: readonly unknown[]): void;
  reload(parts: Partial<LiveParts>): Promise<unknown>;
}

function connect(child: ChildProcess, options: StartOptions): Connection {
  const time = options.time as RealTime;
  const calls = new Map<number, (outcome: Outcome) => void>();
  const looks = new Map<number, (looked: Looked | undefined) => void>();
  const asked = new Map<number, AbortController>();
  const answering: (Runner | Channel)[] = [];
  let ids = 0;
  let sent = 0;
  let received = 0;

  const post = (message: ToHost): void => {
    if (!child.connected) return;
    if (message.kind !== "look") {
      sent += 1;
      time.noteAct();
    }
    child.send(message);
  };

  const request = async (
    message: (id: number) => Extract<ToHost, { kind: "start" | "call" | "reload" }>,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const id = ++ids;
    const outcome = new Promise<Outcome>((resolve) => calls.set(id, resolve));
    post(message(id));
    const abort = (): void => post({ kind: "abort", id, reason: signal?.reason });
    signal?.addEventListener("abort", abort, { once: true });
    const value = valueOfOutcome(await outcome);
    calls.delete(id);
    return value;
  };

  const keyOf = (one: Runner | Channel): number => answering.push(one) - 1;

  const factsOfRunner = (runner: Runner): RunnerFacts => ({
    ...{ key: keyOf(runner), id: runner.id, keepsHistory: runner.keepsHistory },
  });

  const factsOfChannel = (channel: Channel): ChannelFacts => ({
    ...{ key: keyOf(channel), id: channel.id, limit: channel.limit },
    ...{ keyWindowMs: channel.keyWindowMs, canSettle: channel.settle !== undefined },
    isLoud: (channel as ScriptedChannel).escape !== undefined,
  });

  const factsOf = ({ settings, runner, channels, ...parts }: Partial<LiveParts>): LiveFacts => ({
    ...(settings && { settings }),
    ...(runner && { runner: factsOfRunner(runner) }),
    ...(channels && { channels: [...channels.values()].map(factsOfChannel) }),
    ...("notify" in parts && { notify: parts.notify && factsOfChannel(parts.notify) }),
  });

  const answer = async ({ id, key, name, input }: Extract<FromHost, { kind: "ask" }>) => {
    const controller = new AbortController();
    asked.set(id, controller);
    const one = answering[key] as Runner | Channel;
    const method = Reflect.get(one, name) as (input: unknown, signal: AbortSignal) => unknown;
    const outcome = await Promise.resolve()
      .then(() => method.call(one, input, controller.signal))
      .then((value): Outcome => ({ ok: true, value }), outcomeOfError);
    post({ kind: "answer", id, ...outcome });
  };

  child.on("message", (message: FromHost) => {
    if (message.kind === "looked") {
      looks.get(message.id)?.(message);
      return;
    }
    received += 1;
    switch (message.kind) {
      case "result":
        calls.get(message.id)?.(message);
        return;
      case "ask":
        void answer(message);
        return;
      case "signal":
        asked.get(message.id)?.abort(message.reason);
        return;
      case "record":
        try {
          options.observer(message.record);
        } catch {
          // The host's own observer throws as well.
        }
        return;
      case "warn":
        options.warn(message.message);
    }
  });

  child.once("exit", (code, signal) => {
    for (const resolve of looks.values()) resolve(undefined);
    // A host that was killed answers nothing more; one that ends by itself has a defect.
    if (signal === "SIGKILL") return;
    const message = `The process of the host ended with ${code ?? signal}.`;
    for (const resolve of calls.values()) resolve({ ok: false, message, fields: {} });
  });

  /** Nothing is on its way, and neither side sends anything while the other settles. */
  const idle = async (): Promise<void> => {
    while (child.connected) {
      await settle();
      const before = sent + received;
      const id = ++ids;
      const looked = await new Promise<Looked | undefined>((resolve) => {
        looks.set(id, resolve);
        post({ kind: "look", id });
      });
      looks.delete(id);
      if (looked === undefined) return;
      await settle();
      const isSettled = looked.received === sent && looked.sent === received;
      if (isSettled && sent + received === before) return;
    }
  };

  return {
    start: async () => {
      time.watch(idle);
      const { settings, runner, channels, notify, leftPrograms, limits, folder, files, life } =
        options;
      const live = factsOf({
        settings,
        runner,
        channels: new Map(channels.map((channel) => [channel.id, channel])),
        notify,
      });
      await request((id) => ({
        ...{ kind: "start", id },
        facts: {
          ...live,
          ...{ limits, folder, files, life, time: time.facts },
          observerThrows: options.observerThrows,
          leftPrograms: leftPrograms?.map(({ label }) => label),
        },
      }));
      for (const [index, { gone }] of (leftPrograms ?? []).entries()) {
        void gone.then(() => post({ kind: "gone", index }));
      }
    },
    call: (path, input) => request((id) => ({ kind: "call", id, path, input })),
    await: (path, input, signal) =>
      request((id) => ({ kind: "call", id, path, input: [input] }), signal),
    tell: (path, input) => post({ kind: "tell", path, input }),
    reload: (parts) => request((id) => ({ kind: "reload", id, facts: factsOf(parts) })),
  };
}

/** Each function of an engine, as a message. */
function engineOf({ call, await: waitFor, tell, reload }: Connection): Engine {
  let stopped: Promise<unknown> | undefined;
  const own: Readonly<Record<string, object>> = {
    dispatch: (action: unknown, { signal: _, ...context }: { signal?: unknown }) =>
      call(["dispatch"], [action, context]),
    prompt: (prompt: unknown, signal?: AbortSignal) => waitFor(["prompt"], prompt, signal),
    completion: {
      wait: (runId: string, signal: AbortSignal) => waitFor(["completion", "wait"], runId, signal),
      find: (...input: readonly string[]) => call(["completion", "find"], input),
    },
    noteRequest: (record: unknown) => tell(["noteRequest"], [record]),
    reload,
    stop: () => {
      stopped ??= call(["stop"], []);
      return stopped;
    },
  };
  const member = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => member([...path, String(name)]),
      apply: (_, _this, input) => call(path, input),
    });
  return new Proxy({} as Engine, {
    get: (_, name) => own[String(name)] ?? member([String(name)]),
  });
}

function untouchable(): Ledger {
  return new Proxy({} as Ledger, {
    get: (_, name) => {
      throw new Error(`Nobody calls ${String(name)}() of a store that stands elsewhere.`);
    },
  });
}
