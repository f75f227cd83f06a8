// The terminal → how the consent page is shown, and how an address that was pasted comes back.
import { spawn } from "node:child_process";
import type { LoginPorts } from "@hookwright/gmail";
import type { Io } from "../../io.ts";

interface LoginPortsOptions {
  readonly port: number;
  readonly minutes: number;
  readonly opens: boolean;
}

/** `close` gives up standard input, which would keep the process alive for as long as somebody could type. */
export interface TerminalLogin extends LoginPorts {
  readonly close: () => void;
}

/** Everything goes to standard error, so that standard output stays for results. */
export function createLoginPorts(
  { port, minutes, opens }: LoginPortsOptions,
  io: Pick<Io, "stdin" | "stderr">,
): TerminalLogin {
  let input: (Io["stdin"] & { readonly destroy?: () => void }) | undefined;
  // Opened by the login, and only where there is one.
  async function* readInput(): AsyncGenerator<string> {
    input = io.stdin;
    yield* splitLines(input);
  }
  return {
    close: () => input?.destroy?.(),
    port,
    timeoutMs: Math.round(minutes * 60_000),
    pasted: readInput(),
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

async function* splitLines(input: Io["stdin"]): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + Buffer.from(chunk).toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
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
