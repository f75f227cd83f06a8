// The path of a config → the playground in a browser with the files of its author, until a signal.
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { visibleText } from "@hookwright/base";
import type { About } from "@hookwright/host/api";
import { createJsonApi, createToken, type JsonRoute } from "@hookwright/node-kit/json-api";
import { servePages } from "../admin/serve-pages.ts";
import { writeToken } from "../admin/write-token.ts";
import { CliError, createUsageError } from "../cli-error.ts";
import { findServer } from "../host/running-server.ts";
import type { Io } from "../io.ts";
import { createServerLog } from "../output/server-log.ts";
import { createPlaygroundRoutes } from "../playground/create-playground-routes.ts";
import { readPages, showFile } from "../read-pages.ts";
import { readVersion } from "../read-version.ts";
import { untilSignal } from "./until-signal.ts";

export interface PlaygroundOptions {
  readonly port: number;
  readonly tokenFile?: string;
}

const HOST = "127.0.0.1";

const WRONG_HOST = "The playground answers only addresses of this machine, and localhost.";

const TOKEN_HINT =
  "Send `authorization: Bearer TOKEN`. The token follows #t= in the URL that `hookwright playground` printed, or is in the file of --token-file.";

/** The default of `serve`. */
const DEFAULT_SERVER = "http://127.0.0.1:18790";

export async function playground(
  config: string,
  { port, tokenFile }: PlaygroundOptions,
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
  const api = createJsonApi({
    host: HOST,
    token,
    hints: { token: TOKEN_HINT },
    routes: [aboutRoute(config, io), ...routes],
    warn: log.warning,
  });
  const pages = readPages("play");
  const find = (path: string) => {
    const file = pages.get(path);
    return file && showFile(file);
  };
  const stopped = untilSignal(io.signals);
  const server = await servePages({ host: HOST, port }, { api, find, wrongHost: WRONG_HOST }).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new CliError(`Cannot listen on port ${port}: the system says ${code}.`, {
        hint: "Choose another port with --port, or any free port with --port 0.",
      });
    },
  );
  try {
    if (tokenFile !== undefined) await writeToken(tokenFile, { token, option: "--token-file" });
    // The only line with the token: it is meant to be opened.
    const end = tokenFile === undefined ? `/#t=${token}` : `/, its token in ${tokenFile}`;
    io.stderr.write(`The playground of ${visibleText(config)} is at ${server.url}${end}\n`);
    await stopped;
  } finally {
    server.close();
  }
  return 0;
}

function aboutRoute(config: string, io: Io): JsonRoute {
  const start = randomUUID();
  const body = (): About => ({
    version: readVersion(),
    mode: "playground",
    config: basename(config),
    features: ["files", "transforms"],
    hooksUrl: (findServer(config, io) ?? new URL(DEFAULT_SERVER)).origin,
    start,
    now: Date.now(),
  });
  return {
    method: "GET",
    path: ["about"],
    input: {},
    answer: async () => ({ kind: "body", body: body() }),
  };
}
