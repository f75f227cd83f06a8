// Requests on loopback → event files without secrets, until a signal or until there are enough.

import { randomBytes, randomInt } from "node:crypto";
import { access, constants, mkdir } from "node:fs/promises";
import { createHooksServer } from "@hookwright/adapter-node";
import { visibleText } from "@hookwright/base";
import { compileHooks, type Hooks } from "@hookwright/core";
import {
  createIngress,
  type Ingress,
  type IngressAnswer,
  type IngressRequest,
} from "@hookwright/core/ingress";
import { sendRequest } from "@hookwright/node-kit/http";
import {
  createRecorder,
  listComparedValues,
  listReadHeaders,
  REPLACEMENT_REASONS,
  type ReplacementReason,
} from "@hookwright/testing/record";
import { createRedactor, type NamedEvent } from "@hookwright/testing/redact";
import { CliError, createUsageError } from "../cli-error.ts";
import { envFileOf } from "../config/env-file.ts";
import { listSecrets } from "../config/list-secrets.ts";
import { loadWithoutModules } from "../config/load-without-modules.ts";
import type { Io } from "../io.ts";
import { captureEvents, type Exchange } from "../live/capture-events.ts";
import { problemsToText, reportToJson } from "../output/problem-report.ts";
import { createProgress } from "../output/progress.ts";
import { count, styleOf } from "../output/style.ts";
import { readVersion } from "../read-version.ts";
import { untilSignal } from "./until-signal.ts";

export interface RecordOptions {
  readonly out: string;
  readonly config?: string;
  readonly port: number;
  readonly perShape: number;
  readonly max: number;
  readonly forward?: string;
  readonly keep?: readonly string[];
  readonly redact?: readonly string[];
  readonly json?: boolean;
}

export async function record(options: RecordOptions, io: Io): Promise<number> {
  const { out, config, perShape, max, forward, keep = [], redact = [], json = false } = options;
  if (forward !== undefined && !/^https?:\/\//.test(forward)) {
    throw createUsageError("--forward is not a URL.", "Write http://127.0.0.1:18789/hooks.");
  }
  const loaded = config === undefined ? createOwnHooks() : await loadHooks(config, io);
  if (loaded === undefined) return 2;
  const { hooks, token } = loaded;
  const recorder = createRecorder({
    out,
    perShape,
    max,
    by: `hookwright ${readVersion()}`,
    redact: createRedactor({
      secrets: listSecrets(config, io),
      hideSecrets: hooks.hideSecrets,
      keepPeople: keep.includes("people"),
      redactText: redact.includes("text"),
      keep: keep.filter((path) => path !== "people"),
      redact: redact.filter((path) => path !== "text"),
      keepValues: listComparedValues(hooks),
      keepHeaders: listReadHeaders(hooks, loaded.config),
      secretHeaders: hooks.tokenHeaders,
      random: (limit) => randomInt(limit),
    }),
  });
  await checkFolder(out);
  let refused = 0;
  let leftOut = 0;
  let lost = 0;
  let stop: () => void = () => undefined;
  const isFull = new Promise<void>((resolve) => {
    stop = resolve;
  });
  // One line or bar for many requests that write nothing.
  const leaving = createProgress("events recorded; others have a known shape", io);
  const say = (text: string): void => {
    leaving.end();
    io.stderr.write(`${visibleText(text)}\n`);
  };
  const { path: basePath } = hooks.settings;
  const ingress = listenForEvents(hooks, {
    onEvent: async (event) => {
      const file = await recorder.record(event).catch((error: NodeJS.ErrnoException) => {
        lost += 1;
        say(`An event is lost because it cannot be written: the system says ${error.code}.`);
        throw error;
      });
      if (file === undefined) {
        leftOut += 1;
        leaving.step(recorder.files.length, max);
      } else say(`Recorded ${file} (${recorder.files.length} of ${max})`);
      if (recorder.isFull()) stop();
    },
    onRefused: () => {
      refused += 1;
    },
    ...(forward !== undefined && {
      forward: (request) => forwardRequest(request, { url: forward, basePath }),
    }),
  });
  const server = createHooksServer({ ingress, port: options.port });
  const stopped = untilSignal(io.signals);
  const { url } = await server.listen().catch((error: NodeJS.ErrnoException) => {
    const hint = "Choose another port with --port, or any free port with --port 0.";
    throw new CliError(`Cannot listen on port ${options.port}: the system says ${error.code}.`, {
      hint,
    });
  });
  const query = token === undefined ? "" : `?token=${token}`;
  // The only line with the token: it is meant to be pasted.
  io.stderr.write(`Listening on ${url}${basePath}/NAME${query}\n`);
  await Promise.race([stopped, isFull]);
  await server.close({ timeoutMs: MAX_STOP_MS });
  leaving.end();
  const { files } = recorder;
  if (json) {
    const replaced = Object.fromEntries(recorder.replaced);
    const report = {
      recorded: files.length,
      leftOut,
      refused,
      ...(lost > 0 && { lost }),
      replaced,
      files,
    };
    io.stdout.write(`${reportToJson("record", report)}\n`);
    return lost === 0 ? 0 : 1;
  }
  const counts = `${count(files.length, "event")} recorded, ${leftOut} of known shapes skipped, ${count(refused, "request")} refused.`;
  const example = files.at(-1);
  const next =
    example === undefined
      ? ""
      : `${sayReplaced(recorder.replaced)}hookwright explain ${config ?? "hooks.json5"} --event ${example}\n`;
  io.stdout.write(visibleText(`${counts}\n${next}`));
  return lost === 0 ? 0 : 1;
}

/** Fails at the start, not at the first event. */
async function checkFolder(out: string): Promise<void> {
  await mkdir(out, { recursive: true, mode: 0o700 })
    .then(() => access(out, constants.W_OK))
    .catch((error: NodeJS.ErrnoException) => {
      throw new CliError(`Cannot write into "${out}": the system says ${error.code}.`, {
        hint: "Write --out and a folder: events become files in it.",
      });
    });
}

/** A line for each reason, and what cannot be recognized. */
function sayReplaced(replaced: ReadonlyMap<ReplacementReason, number>): string {
  const lines = Object.entries(REPLACEMENT_REASONS).flatMap(([reason, { means }]) => {
    const values = replaced.get(reason as ReplacementReason);
    return values === undefined ? [] : [`  ${means}: ${values}\n`];
  });
  const head = lines.length === 0 ? "Nothing was replaced.\n" : "Replaced:\n";
  return `${head}${lines.join("")}Short secrets below ordinary keys and names that occur only in texts are not recognized: read the files before you share them.\n`;
}

const MAX_STOP_MS = 5_000;

interface RecordedHooks {
  readonly hooks: Hooks;
  /** With what it includes. */
  readonly config?: unknown;
  /** Of this run alone. */
  readonly token?: string;
}

/** Accepts every name, and answers 200. */
function createOwnHooks(): RecordedHooks {
  const token = randomBytes(24).toString("base64url");
  const respond = { json: { ok: true } };
  const mapping = { id: "record", action: "wake", textTemplate: "{{url}}", respond } as const;
  const hooks = compileHooks({ hooks: { enabled: true, token, mappings: [mapping] } });
  return {
    token,
    hooks: { ...hooks, resolve: () => ({ outcome: "handled", mappingId: "record" }) },
  };
}

/** Undefined if the config has problems, which are printed. No transform is run. */
async function loadHooks(file: string, io: Io): Promise<RecordedHooks | undefined> {
  const { result } = await loadWithoutModules(file, {
    env: io.env,
    envFile: envFileOf(file, io),
  });
  if (!result.ok) {
    io.stderr.write(`${problemsToText(result, styleOf(io.stderr, io.env))}\n`);
    return undefined;
  }
  const { hooks, config } = result;
  return { hooks: { ...hooks, settings: { ...hooks.settings, enabled: true } }, config };
}

/** Headers of one connection, and those that are created again. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "expect",
  "upgrade",
  "te",
  "trailer",
  "proxy-connection",
]);

const TIMEOUT_MS = 20_000;

/** An answer to a webhook is a line; it is returned whole or not at all. */
const MAX_FORWARDED_BYTES: number = 16 * 1024 * 1024;

/** The part of the path after `basePath`, that of the hooks, is appended to the URL. */
export async function forwardRequest(
  { method, target, headers, body }: ForwardedRequest,
  { url, basePath }: { readonly url: string; readonly basePath: string },
): Promise<IngressAnswer> {
  const rest = target.slice(target.indexOf(basePath) + basePath.length);
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) ? [] : [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const answer = await sendRequest(
    { url: url.replace(/\/+$/, "") + rest, method, headers: sent, body: Buffer.from(body) },
    { timeoutMs: TIMEOUT_MS, maxBytes: MAX_FORWARDED_BYTES },
  );
  if (answer.kind === "answer" && answer.isWhole) {
    const type = answer.headers.get("content-type");
    const headers = type === null ? {} : { "content-type": type };
    return { status: answer.status, headers, body: answer.text };
  }
  const text = { ok: false, error: "The request could not be passed on.", code: "forward_failed" };
  const type = { "content-type": "application/json; charset=utf-8" };
  return { status: 502, headers: type, body: JSON.stringify(text) };
}

interface ListenOptions {
  /** Awaited before the answer. */
  readonly onEvent: (event: NamedEvent) => Promise<void>;
  /** A request that did not become an event, such as one without the token. */
  readonly onRefused: (status: number) => void;
  /** Forwards an accepted request; its answer is returned. */
  readonly forward?: (request: ForwardedRequest) => Promise<IngressAnswer>;
}

/** An accepted request, as it arrived. */
export interface ForwardedRequest extends Pick<IngressRequest, "method" | "target"> {
  readonly headers: ReturnType<IngressRequest["headers"]>;
  readonly body: Uint8Array;
}

interface RecordedExchange extends Exchange {
  body: Uint8Array;
}

/** Signatures, tokens, forms and handshakes are handled as by serve. */
export function listenForEvents(
  hooks: Hooks,
  { onEvent, onRefused, forward }: ListenOptions,
): Ingress {
  const capture = captureEvents<RecordedExchange>();
  const ingress = createIngress({
    hooks: capture.watch(hooks),
    dispatch: () => undefined,
    // A repeat would be answered without its event.
    idempotency: false,
    warn: () => undefined,
  });
  const receive = (request: IngressRequest): Promise<IngressAnswer> | undefined => {
    const exchange: RecordedExchange = { body: new Uint8Array() };
    const { method, target, headers, remoteAddress } = request;
    const answered = capture.run(exchange, () =>
      ingress.receive({
        method,
        target,
        headers,
        remoteAddress,
        isGone: request.isGone,
        readBody: async (limits) => {
          const read = await request.readBody(limits);
          if (read.kind === "bytes") exchange.body = read.bytes;
          return read;
        },
      }),
    );
    return answered?.then(async (answer) => {
      const { event, body } = exchange;
      if (event === undefined) {
        if (answer.status >= 400) onRefused(answer.status);
        return answer;
      }
      await onEvent(event);
      return forward === undefined ? answer : forward({ method, target, headers: headers(), body });
    });
  };
  return { ...ingress, receive };
}
