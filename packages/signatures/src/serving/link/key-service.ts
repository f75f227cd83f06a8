// The ports of a plan → what fetches keys; a problem where nothing can.
import { runtimeTimer } from "@hookwright/base";
import type { KeyService } from "../keys/document-cache.ts";
import { type Linking, report } from "./linking.ts";

/** The port of the keys, where there is one → what fetches keys; else a problem. */
export function needKeyService(linking: Linking): KeyService | undefined {
  const { keys: port, timer = runtimeTimer } = linking.ports;
  if (port !== undefined) return { port, timer };
  const message = "The keys of this sender must be fetched, and nothing was passed that can do it.";
  const hint =
    "Pass compileHooks(config, { keys: createWebKeys(fetch) }), of @hookwright/signatures; loadHooks has it.";
  return report(linking, { code: "keys_port_missing", at: [], message, hint });
}
