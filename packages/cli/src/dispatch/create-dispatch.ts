// The options of `serve` → the function that dispatches actions; undefined where a host does.
import type { Dispatch } from "@hookwright/core/ingress";
import { CliError, createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { createForward } from "./forward.ts";
import { parseTarget } from "./parse-target.ts";
import { createPrint } from "./print.ts";

export interface DispatchOptions {
  readonly dispatch: string;
  readonly forwardTokenEnv: string;
  /** The address that the server will listen on. */
  readonly host: string;
  readonly port: number;
}

export function createDispatch(options: DispatchOptions, io: Io): Dispatch | undefined {
  const target = parseTarget(options.dispatch);
  if (target.kind === "host") return undefined;
  if (target.kind === "print") return createPrint(io.stdout);
  if (pointsAtServer(target.url, options)) {
    const hint = "Choose another --port, or the port of the gateway that is to get the actions.";
    throw createUsageError("--dispatch would forward every action to this server itself.", hint);
  }
  return createForward({ url: target.url.href, token: readToken(options.forwardTokenEnv, io) });
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);
const ALL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** A server that forwards to itself turns each action into a request, until it runs out of connections. */
function pointsAtServer({ hostname, port }: URL, server: DispatchOptions): boolean {
  if (port !== String(server.port)) return false;
  if (hostname === server.host) return true;
  return LOCAL.has(hostname) && (LOCAL.has(server.host) || ALL_ADDRESSES.has(server.host));
}

function readToken(name: string, { env }: Io): string {
  const token = env[name]?.trim();
  if (token !== undefined && token !== "") return token;
  throw new CliError(`The environment variable ${name} is not set.`, {
    hint: "Set it to the hook token of the gateway that receives the actions.",
  });
}
