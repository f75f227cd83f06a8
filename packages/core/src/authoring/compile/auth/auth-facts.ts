// A provider and what the config says → where secrets travel, and what is known of delivery ids.
import type { Provider, SignatureScheme, TokenPlace } from "@hookwright/signatures";
import type { DeliveryFacts, KeyService, SecretPlaces } from "@hookwright/signatures/runtime";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

/** Also the provider's own token where a signature counts: GitLab sends both. */
export function secretPlacesOf(places: readonly (TokenPlace | undefined)[]): SecretPlaces {
  const all = places.filter((place) => place !== undefined);
  const named = (key: "header" | "query" | "body") => [
    ...new Set(all.flatMap((place) => place[key] ?? [])),
  ];
  const basic = all.some((place) => place.basic) ? ["authorization"] : [];
  return { headers: [...named("header"), ...basic], query: named("query"), body: named("body") };
}

/** An id of the config goes before the provider's; whether it is signed shows in what is signed. */
export function deliveryOf(
  provider: Provider | undefined,
  schemes: readonly SignatureScheme[],
): DeliveryFacts | undefined {
  const [{ id, signed } = {}] = schemes;
  if (id === undefined) return provider?.delivery;
  const idSigned =
    id.header === undefined
      ? signed?.includes("{body}") === true
      : signed?.includes("{id}") === true || signed?.includes(`{header:${id.header}}`) === true;
  return { ...provider?.delivery, id, idSigned };
}

/** The port of the keys, where there is one → what fetches keys; else a problem. */
export function needKeyService(auth: WrittenAuth): KeyService | undefined {
  const { keys: port, timer } = auth.context;
  if (port !== undefined) return { port, timer };
  const message = "The keys of this sender must be fetched, and nothing was passed that can do it.";
  const hint =
    "Pass compileHooks(config, { keys: createWebKeys(fetch) }), of @hookwright/signatures; loadHooks has it.";
  return reportAuth(auth, { code: "keys_port_missing", message, hint });
}
