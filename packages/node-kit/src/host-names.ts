// The names and addresses of a server → whether the `Host` of a request is one of them.
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** By which names a server is reached. */
export interface HostNames {
  /** The address or name that the server listens on. */
  readonly host: string;
  /** Additional names by which it is reached, such as that of a proxy. */
  readonly names?: readonly string[];
}

const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+?)\.?(?::\d{1,5})?$/i;

/**
 * Attack: a web page can point its own name to this machine (DNS rebinding), and its scripts would read the answers
 * of this server. The browser still sends the name of the page as `Host`. For a page that uses an address, this server
 * is another origin, whose answers its scripts cannot read.
 */
export function createHostTest({
  host: ownHost,
  names = [],
}: HostNames): (request: Pick<IncomingMessage, "headers" | "socket">) => boolean {
  const known = new Set(["localhost", ownHost, ...names].map(spell));
  return ({ headers, socket }) => {
    const written = HOST.exec(headers.host ?? "")?.groups?.["host"];
    if (written === undefined) return false;
    const host = spell(written.replace(/^\[|\]$/g, ""));
    if (known.has(host) || isLoopbackAddress(host)) return true;
    const { localAddress = "" } = socket;
    return isIP(host) !== 0 && spell(localAddress.replace(/^::ffff:(?=\d+\.)/i, "")) === host;
  };
}

/** One spelling for each name and address: `::1` is also `0:0:0:0:0:0:0:1`. */
function spell(host: string): string {
  return isIP(host) === 6 ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host.toLowerCase();
}

function isLoopbackAddress(host: string): boolean {
  return host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
