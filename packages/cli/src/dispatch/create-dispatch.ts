// The options of `serve` → a function that prints or forwards actions; undefined if a host runs them.

import { visibleJson } from "@hookwright/base";
import { formatAction } from "@hookwright/config/runtime";
import type { Action } from "@hookwright/core";
import type { Dispatch, DispatchContext } from "@hookwright/core/ingress";
import { CliError, createUsageError } from "../cli-error.ts";
import { findVariable } from "../config/find-variable.ts";
import type { Io, Output } from "../io.ts";
import { styleOf } from "../output/style.ts";
import { createForward } from "./forward.ts";

export interface DispatchOptions {
  readonly dispatch: string;
  readonly forwardTokenEnv: string;
  /** The .env file is beside it. */
  readonly config: string;
  /** The address that the server will listen on. */
  readonly host: string;
  readonly port: number;
  /** Whether programs read the output, also on a terminal. */
  readonly json?: boolean;
}

export function createDispatch(options: DispatchOptions, io: Io): Dispatch | undefined {
  const target = parseTarget(options.dispatch);
  if (target.kind === "host") return undefined;
  if (target.kind === "print") {
    const isWatched = io.stdout.isTTY === true && options.json !== true;
    return createPrint(io.stdout, isWatched ? createBoxes(io) : actionToJson);
  }
  if (pointsAtServer(target.url, options)) {
    const hint = "Choose another --port, or the port of the gateway that is to get the actions.";
    throw createUsageError("--dispatch would forward every action to this server itself.", hint);
  }
  return createForward({ url: target.url.href, token: readToken(options, io) });
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

const ALL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** A server that forwards to itself turns each action into a request, until it runs out of connections. */
function pointsAtServer({ hostname, port }: URL, server: DispatchOptions): boolean {
  if (port !== String(server.port)) return false;
  if (hostname === server.host) return true;
  return LOCAL.has(hostname) && (LOCAL.has(server.host) || ALL_ADDRESSES.has(server.host));
}

function readToken({ forwardTokenEnv: name, config }: DispatchOptions, io: Io): string {
  const token = findVariable(name, config, io)?.trim();
  if (token !== undefined && token !== "") return token;
  throw new CliError(`The environment variable ${name} is not set.`, {
    hint: "Set it to the hook token of the gateway that receives the actions.",
  });
}

type DispatchTarget =
  | { readonly kind: "print" }
  /** This process runs the actions. */
  | { readonly kind: "host" }
  /** `url` has no trailing slash. */
  | { readonly kind: "forward"; readonly url: URL };

const FORWARD = "forward:";

const USAGE =
  "Write print, host, or forward: and the URL of a gateway's hooks, such as forward:http://127.0.0.1:18789/hooks.";

/** No message repeats the value, because a URL may contain a password. */
function parseTarget(value: string): DispatchTarget {
  if (value === "print" || value === "host") return { kind: value };
  if (!value.startsWith(FORWARD)) throw createUsageError("--dispatch has an unknown value.", USAGE);
  const text = value.slice(FORWARD.length);
  if (!URL.canParse(text)) throw createUsageError("--dispatch forward: has no valid URL.", USAGE);
  const url = new URL(text);
  const error = checkUrl(url);
  if (error !== undefined) throw error;
  url.pathname = url.pathname.replace(/\/+$/, "");
  return { kind: "forward", url };
}

function checkUrl(url: URL): CliError | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return createUsageError("--dispatch forward: needs an http: or https: URL.", USAGE);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    const message = "The URL of --dispatch forward: has a user, a query or a fragment.";
    return createUsageError(message, "Put the token into the variable of --forward-token-env.");
  }
  return undefined;
}

type DescribeAction = (
  action: Action,
  context: Pick<DispatchContext, "runId" | "mappingId">,
) => string;

const actionToJson: DescribeAction = (action, { runId, mappingId }) =>
  visibleJson({ runId, mappingId, action });

/** For people. The notice is the same for each event, so it is printed once. */
function createBoxes({ stdout, env }: Pick<Io, "stdout" | "env">): DescribeAction {
  let notice = true;
  return (action, { mappingId }) => {
    const box = formatAction(action, { mappingId, notice, ...styleOf(stdout, env) });
    notice &&= action.parts.every(({ kind }) => kind === "trusted");
    return `\n${box}`;
  };
}

interface PrintLimits {
  /** Limit of all lines that wait for the stream, in characters. */
  readonly maxWaitingChars: number;
  /** The stream counts as stalled if one line takes longer, in milliseconds. */
  readonly stallMs: number;
}

/** A paused reader may fall behind by a few large payloads. A sender such as GitHub waits 10 s. */
const DEFAULT_LIMITS: PrintLimits = { maxWaitingChars: 4 * 1024 * 1024, stallMs: 5_000 };

/** Becomes the detail of the request's record. Contains no payload. */
class PrintError extends Error {
  override readonly name = "PrintError";
}

interface Line {
  readonly text: string;
  readonly settle: (error?: Error | null) => void;
}

/**
 * Resolves when the stream has taken the line, so that the sender gets 503 if the reader has gone. The
 * stream gets one line at a time, because a line cannot be withdrawn from it: a line whose sender gets 503
 * while it waits here is never printed.
 */
export function createPrint(
  stdout: Output,
  describe: DescribeAction = actionToJson,
  limits: PrintLimits = DEFAULT_LIMITS,
): Dispatch {
  const waiting = new Set<Line>();
  let waitingSize = 0;
  let isWriting = false;
  let isStalled = false;

  const remove = (line: Line): void => {
    if (waiting.delete(line)) waitingSize -= line.text.length;
  };
  const refuseWaiting = (): void => {
    isStalled = true;
    for (const line of waiting) {
      remove(line);
      line.settle(createStallError());
    }
  };
  const writeNext = (): void => {
    const [line] = waiting;
    if (isWriting || line === undefined) return;
    remove(line);
    isWriting = true;
    const timer = setTimeout(refuseWaiting, limits.stallMs);
    stdout.write(line.text, (error) => {
      clearTimeout(timer);
      isWriting = false;
      isStalled = false;
      line.settle(error);
      writeNext();
    });
  };

  return (action, context) => {
    const text = `${describe(action, context)}\n`;
    if (isStalled) return Promise.reject(createStallError());
    // A line of any length is accepted if no other line is being written.
    if (isWriting && waitingSize + text.length > limits.maxWaitingChars) {
      return Promise.reject(new PrintError("Too many lines wait for standard output."));
    }
    return new Promise((resolve, reject) => {
      const settle: Line["settle"] = (error) => (error ? reject(error) : resolve(undefined));
      const line = { text, settle };
      waiting.add(line);
      waitingSize += text.length;
      writeNext();
      if (!waiting.has(line)) return;
      const { signal } = context;
      signal.addEventListener("abort", () => {
        remove(line);
        reject(signal.reason);
      });
    });
  };
}

function createStallError(): PrintError {
  return new PrintError("Nobody reads standard output.");
}
