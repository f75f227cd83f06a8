// A request and the tracing of the options → its trace, which starts when it is first needed.
import { readHeader } from "@hookwright/base";
import type { RequestContext } from "../request-context.ts";
import type { RequestTrace, Tracing } from "./tracing.ts";

/** Undefined where nobody traces. Starts late, because only then it is known whether the sender is. */
export function traceOf(
  context: RequestContext,
  tracing: Tracing | undefined,
): RequestTrace | undefined {
  if (tracing === undefined) return undefined;
  context.trace ??= start(context, tracing);
  return context.trace as RequestTrace;
}

/** Spans that fail must not fail the request that they tell of. */
function start(
  { receivedAt, proof, auth, headers, hideSecrets }: RequestContext,
  tracing: Tracing,
): RequestTrace {
  const isProved = proof !== undefined && auth?.kind !== "none";
  const sent = isProved ? readHeader(headers, "traceparent") : undefined;
  try {
    return tracing.start({ receivedAt, traceparent: sent && hideSecrets(sent) });
  } catch {
    return UNTRACED;
  }
}

const UNTRACED: RequestTrace = { dispatch: (_labels, run) => run(), end: () => undefined };

/** The dispatch of an action, within its span where somebody traces. */
export function dispatchTraced<Result>(
  context: RequestContext,
  mapping: string | undefined,
  { tracing, run }: { readonly tracing: Tracing; readonly run: () => Result },
): Result {
  const { routeLabel: route, auth } = context;
  const trace = traceOf(context, tracing) as RequestTrace;
  return trace.dispatch({ route, mapping, provider: auth?.provider?.id }, run);
}
