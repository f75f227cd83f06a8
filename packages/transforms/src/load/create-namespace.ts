// A module's exports and its runner → the namespace that the core binds mappings to.
import type { TransformModule } from "@hookwright/core";
import type { ExportDescription } from "../calls/call-result.ts";
import { findBarePayloadNames } from "./bare-payload.ts";
import { createFailure, type ModuleLabel } from "./describe-failure.ts";
import type { ModuleRunner } from "./module-runner.ts";

/**
 * An export that is not a function becomes null, so that the core can list the names of all exports. Where
 * the exports are not known, the namespace is a function, which the core takes for any export.
 */
export function createNamespace(
  exports: readonly ExportDescription[] | undefined,
  runner: Pick<ModuleRunner, "call">,
  label: ModuleLabel,
): TransformModule {
  // The core checks what a call gives.
  if (exports === undefined) {
    return createCall({ path: [], hint: "" }, runner, label) as TransformModule;
  }
  return Object.fromEntries(
    exports.map(({ name, path, source }) => {
      if (path === undefined) return [name, null];
      return [name, createCall({ path, hint: hintBarePayload(source) }, runner, label)];
    }),
  );
}

/** The default of the core, for callers that pass no limit. */
const DEFAULT_TIMEOUT_MS = 10_000;

type Call = (context: object, call?: { readonly timeoutMs?: number }) => Promise<unknown>;

function createCall(
  { path, hint }: { readonly path: readonly string[]; readonly hint: string },
  runner: Pick<ModuleRunner, "call">,
  label: ModuleLabel,
): Call {
  return async (context, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
    const outcome = await runner.call({ path, context, timeoutMs });
    if (outcome.kind === "result") return outcome.result;
    const failure = createFailure(outcome, label);
    if (failure.name === "TypeError") failure.message += hint;
    throw failure;
  };
}

/** A module that expects the bare body mostly fails with a TypeError, on every event. */
function hintBarePayload(source = ""): string {
  return findBarePayloadNames(source).length === 0
    ? ""
    : "; the function gets an object with payload, not the payload itself";
}
