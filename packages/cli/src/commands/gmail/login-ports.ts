// The terminal → how the consent page is shown, and how an address that was pasted comes back.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { LoginPorts } from "@hookwright/gmail";
import type { Io } from "../../io.ts";

interface LoginPortsOptions {
  readonly port: number;
  readonly minutes: number;
  readonly opens: boolean;
}

/** Everything goes to standard error, so that standard output stays for results. */
export function createLoginPorts(
  { port, minutes, opens }: LoginPortsOptions,
  io: Pick<Io, "stdin" | "stderr">,
): LoginPorts {
  return {
    port,
    timeoutMs: Math.round(minutes * 60_000),
    pasted: createInterface({ input: Readable.from(io.stdin) }),
    show: (page, used) => {
      io.stderr.write(`
Open this page in any browser, and allow the access:

  ${page}

The browser comes back to port ${used} of this machine. If it runs elsewhere, do one of these:
  - Before you open the page: ssh -L ${used}:127.0.0.1:${used} user@this-machine
  - After: copy the address of the page that fails to load, paste it here, and press Enter.

`);
      if (opens) openPage(page);
    },
  };
}

/** A browser that does not open is no error: the address stands above. */
function openPage(page: string): void {
  const [command, ...args] = OPENERS.get(process.platform) ?? ["xdg-open"];
  const child = spawn(command as string, [...args, page], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

const OPENERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["darwin", ["open"]],
  ["win32", ["rundll32", "url.dll,FileProtocolHandler"]],
]);
