// The path of a config → the playground in a browser: the files of its author, and requests to its hooks. Until a signal.
import { basename } from "node:path";
import { visibleText } from "@hookwright/base";
import type { About, StreamedChange } from "@hookwright/host/api";
import {
  createChangeStream,
  createJsonApi,
  createToken,
  type JsonRoute,
  type Refusal,
} from "@hookwright/node-kit/json-api";
import { servePages } from "../admin/serve-pages.ts";
import { writeToken } from "../admin/write-token.ts";
import { CliError, createUsageError } from "../cli-error.ts";
import { findServer, noteServer } from "../host/running-server.ts";
import type { Io } from "../io.ts";
import { createServerLog } from "../output/server-log.ts";
import { MAX_FILE_BYTES } from "../playground/author-files.ts";
import { createPlaygroundRoutes, readParts } from "../playground/create-playground-routes.ts";
import { receiveRequests } from "../playground/receive-requests.ts";
import { readPages, showFile } from "../read-pages.ts";
import { readVersion } from "../read-version.ts";
import { untilSignal } from "./until-signal.ts";

export interface PlaygroundOptions {
  readonly port: number;
  /** For requests of senders. */
  readonly hooksPort?: number;
  readonly tokenFile?: string;
}

const HOST = "127.0.0.1";

const WRONG_HOST = "The playground answers only addresses of this machine, and localhost.";

const TOKEN_HINT =
  "Send `authorization: Bearer TOKEN`. The token follows #t= in the URL that `hookwright playground` printed, or is in the file of --token-file.";

export async function playground(
  config: string,
  { port, hooksPort, tokenFile }: PlaygroundOptions,
  io: Io,
): Promise<number> {
  if (config === "-") {
    throw createUsageError("The playground needs a config in a file.", "Name the file.");
  }
  const isTerminal = io.stderr.isTTY === true;
  if (tokenFile === undefined && !isTerminal) {
    throw createUsageError(
      "The token of the playground is shown only on a terminal.",
      "Add --token-file FILE to write it to a file.",
    );
  }
  const { routes, list } = createPlaygroundRoutes(config, io);
  const { files, leftOut } = await list();
  if (files[0]?.kind !== "config") {
    throw new CliError(`The config file cannot be read: ${leftOut[0]?.reason}.`, { exitCode: 2 });
  }
  const token = createToken();
  const log = createServerLog({ log: io.stderr, env: io.env }, false);
  const stream = createChangeStream<StreamedChange>();
  const stopped = untilSignal(io.signals);
  const received = await listen(
    () => receiveRequests(config, { io, port: hooksPort, publish: stream.publish }),
    { port: hooksPort ?? 0, option: "--hooks-port" },
  );
  // `send` finds it. A server that carries actions out comes first.
  const forget =
    findServer(config, io) === undefined
      ? noteServer({ file: config, isPlan: false }, received.url, io)
      : () => undefined;
  const about = async (): Promise<About> => ({
    version: readVersion(),
    mode: "playground",
    config: basename(config),
    features: ["write", "files", "transforms", "live", "events"],
    hooksUrl: received.url,
    ...withProblem(await received.problem()),
    start: stream.start,
    now: Date.now(),
  });
  const api = createJsonApi({
    host: HOST,
    token,
    hints: { token: TOKEN_HINT },
    routes: [read("about", about), stream.route, ...liveRoutes(received.live), ...routes],
    warn: log.warning,
  });
  const pages = readPages("play");
  const find = (path: string) => {
    const file = pages.get(path);
    return file && showFile(file);
  };
  let close = (): void => undefined;
  try {
    const server = await listen(
      () => servePages({ host: HOST, port }, { api, find, wrongHost: WRONG_HOST }),
      { port, option: "--port" },
    );
    close = server.close;
    if (tokenFile !== undefined) await writeToken(tokenFile, { token, option: "--token-file" });
    // The only line with the token: it is meant to be opened.
    const end = tokenFile === undefined ? `/#t=${token}` : `/, its token in ${tokenFile}`;
    io.stderr.write(`The playground of ${visibleText(config)} is at ${server.url}${end}\n`);
    io.stderr.write(`${describeHooks(received)}\n`);
    await stopped;
  } finally {
    forget();
    stream.close();
    close();
    await received.close();
  }
  return 0;
}

const NO_EVENT: Refusal = {
  status: 400,
  code: "input_invalid",
  message: "An `event` has a `path`, `headers` and `query` of texts, and a `payload`.",
};

type Received = Awaited<ReturnType<typeof receiveRequests>>;

function describeHooks({ url, basePath }: Received): string {
  const path = basePath();
  return path === undefined
    ? `Requests to ${url} are refused until the config has no errors.`
    : `It shows requests to ${visibleText(`${url}${path}/NAME`)}, and dispatches nothing.`;
}

function withProblem(hooksProblem: About["hooksProblem"]): Pick<About, "hooksProblem"> {
  return hooksProblem === undefined ? {} : { hooksProblem };
}

function liveRoutes(live: Received["live"]): readonly JsonRoute[] {
  return [
    read("requests", ({ input }) => live.list(input), { before: "text", limit: "limit" }),
    read("requests/:id", ({ id }) => live.show(id)),
    {
      method: "POST",
      path: ["requests"],
      input: { event: "object" },
      maxBodyBytes: MAX_FILE_BYTES,
      answer: async ({ input }) => {
        const event = readParts((input as { readonly event?: object }).event);
        if (event === undefined) return { kind: "refusal", refusal: NO_EVENT };
        const sent = await live.send(event);
        if (sent.ok) return { kind: "body", body: { status: sent.status, body: sent.body } };
        const { ok: _, ...refusal } = sent;
        return { kind: "refusal", refusal: { status: 409, ...refusal } };
      },
    },
  ];
}

function read(
  path: string,
  find: (call: Parameters<JsonRoute["answer"]>[0]) => Promise<object | undefined>,
  input: JsonRoute["input"] = {},
): JsonRoute {
  return {
    method: "GET",
    path: path.split("/"),
    input,
    answer: async (call) => {
      const body = await find(call);
      return body && { kind: "body", body };
    },
  };
}

async function listen<Result>(
  start: () => Promise<Result>,
  { port, option }: { readonly port: number; readonly option: string },
): Promise<Result> {
  return start().catch(({ code }: NodeJS.ErrnoException) => {
    throw new CliError(`Cannot listen on port ${port}: the system says ${code}.`, {
      hint: `Choose another port with ${option}, or any free port with ${option} 0.`,
    });
  });
}
