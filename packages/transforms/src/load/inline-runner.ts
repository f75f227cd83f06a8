// A built module → a runner that calls its functions in the server's own thread.
import { pathToFileURL } from "node:url";
import { callExport } from "../calls/call-export.ts";
import { copyContext, TOO_DEEP } from "../calls/copy-context.ts";
import { describeExports } from "../calls/describe-exports.ts";
import { describeThrown } from "../calls/describe-thrown.ts";
import { provideContainedRequire } from "../modules/contained-require.ts";
import type { CachedScript } from "../modules/module-cache.ts";
import type { ModuleRunner } from "./module-runner.ts";

export function createInlineRunner(script: CachedScript): ModuleRunner {
  let namespace: unknown;
  return {
    load: async () => {
      try {
        // This must precede the import: Node reads a source map when it loads the module.
        process.setSourceMapsEnabled(true);
        provideContainedRequire();
        namespace = await import(pathToFileURL(script.ensureFile()).href);
        return { ok: true, exports: describeExports(namespace) };
      } catch (error) {
        return { ok: false, outcome: { kind: "threw", thrown: describeThrown(error) } };
      }
    },
    call: async (call) => {
      const context = copyContext(call.context);
      if (context === undefined) return { kind: "failed", reason: TOO_DEEP };
      const answer = await callExport(namespace, { ...call, context });
      if (answer.kind !== "result") return answer;
      return {
        kind: "result",
        result: answer.json === undefined ? undefined : JSON.parse(answer.json),
      };
    },
    close: nothingToEnd,
    stop: nothingToEnd,
  };
}

/** Code in the server's own thread cannot be stopped. */
function nothingToEnd(): Promise<void> {
  return Promise.resolve();
}
