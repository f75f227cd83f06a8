// The port of the keys, where there is one → what fetches keys; else a problem.
import type { KeyService } from "@hookwright/signatures/internal";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

export function needKeyService(auth: WrittenAuth): KeyService | undefined {
  const { keys: port, timer } = auth.context;
  if (port !== undefined) return { port, timer };
  const message = "The keys of this sender must be fetched, and nothing was passed that can do it.";
  const hint =
    "Pass compileHooks(config, { keys: createWebKeys(fetch) }), of @hookwright/signatures; loadHooks has it.";
  return reportAuth(auth, { code: "keys_port_missing", message, hint });
}
