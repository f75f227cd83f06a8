// The `fetch` of the runtime, if it has one → the port of fetched keys.
import type { KeysPort } from "../model.ts";
import { createWebKeys } from "../serving/keys/web-keys.ts";

export function runtimeKeys(): KeysPort | undefined {
  const { fetch } = globalThis as { readonly fetch?: (...args: never[]) => unknown };
  return fetch && createWebKeys(fetch);
}
