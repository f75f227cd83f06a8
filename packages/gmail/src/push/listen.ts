// A server and an address → it listens, or what is in the way.
import type { Server } from "node:http";
import type { MailFailure } from "../model/failure.ts";

export interface ListenOptions {
  readonly bind: string;
  readonly port: number;
}

export type ListenResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: MailFailure };

export function listen(server: Server, { bind, port }: ListenOptions): Promise<ListenResult> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve({ ok: false, failure: failureOf(error.code, { bind, port }) }),
    );
    server.listen(port, bind, () => resolve({ ok: true }));
  });
}

function failureOf(code: string | undefined, { bind, port }: ListenOptions): MailFailure {
  const reason = code ?? "unknown";
  if (code === "EADDRINUSE") {
    return {
      code: "invalid",
      reason,
      message: `Port ${port} of ${bind} is in use, most likely by another watcher of this mailbox.`,
      hint: "A gateway starts a watcher of its own where hooks.gmail.account is set (OPENCLAW_SKIP_GMAIL_WATCHER=1 turns it off). Stop that one, or set hooks.gmail.serve.port to another port, and the target of the tunnel with it.",
    };
  }
  return {
    code: "invalid",
    reason,
    message: `Cannot listen on port ${port} of ${bind}: the system says ${reason}.`,
    hint: "Correct hooks.gmail.serve.bind and hooks.gmail.serve.port.",
  };
}
