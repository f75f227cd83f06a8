// An event of an ingress or of an integrator → the view that all stages read, without what is secret in it.

import { stripOuterSlashes } from "@hookwright/base";
import type { SecretPlaces } from "@hookwright/signatures/runtime";
import type { HookEvent } from "../../model/index.ts";
import { createTransformUrl, EventView, removeSecrets } from "../../model/index.ts";
import type { CompiledConfig } from "./compiled.ts";

/** The event as mappings see it: without what carries secrets. */
export function viewEvent(event: HookEvent, config: CompiledConfig): EventView {
  const { clock } = config.environment;
  // The ingress has removed it: the dispatch must not see it either.
  if (event instanceof EventView) return event;
  const auth = config.endpoints.byName.get(stripOuterSlashes(event.path))?.auth;
  return EventView.of(auth === undefined ? event : hideSecrets(event, auth.secretPlaces), clock);
}

/** An event of an integrator, or a captured one that is explained: its headers have names in any case. */
function hideSecrets(event: HookEvent, places: SecretPlaces): HookEvent {
  const { payload, headers = {}, query = {}, url } = event;
  return {
    ...event,
    payload: removeSecrets(payload, places.body),
    headers: without(headers, (name) => places.headers.includes(name.toLowerCase())),
    query: without(query, (name) => places.query.includes(name)),
    ...(url !== undefined && places.query.length > 0 && { url: hideParameters(url, places) }),
  };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  isSecret: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isSecret(name)));
}

function hideParameters(url: string, { query }: SecretPlaces): string {
  const { pathname, search } = createTransformUrl(url, query);
  return pathname + search;
}
