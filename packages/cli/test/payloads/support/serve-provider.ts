// A config file → a server on a socket, and a function that posts an event to it and gives what was dispatched.
import { createHooksServer } from "@hookwright/adapter-node";
import { formatProblems, loadHooks } from "@hookwright/config";
import type { Action, Problem } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { type Provider, type ProviderEvent, requestFromEvent } from "./read-provider.ts";

const TOKEN = "a-long-random-text-of-your-own";

/** 2026-01-02T03:04:05.678Z */
const RECEIVED_AT = 1_767_323_045_678;

export interface Dispatched {
  readonly mappingId: string | undefined;
  readonly action: Action;
}

export interface Posted {
  readonly status: number;
  readonly answer: string;
  readonly dispatched: readonly Dispatched[];
}

export interface ServedProvider {
  /** What loading the config reported: warnings and hints. */
  readonly problems: readonly Problem[];
  readonly mappingIds: readonly string[];
  readonly post: (event: ProviderEvent) => Promise<Posted>;
  readonly close: () => Promise<void>;
}

export async function serveProvider({ name, configFile }: Provider): Promise<ServedProvider> {
  const loaded = await loadHooks(configFile, {
    env: { HOOK_TOKEN: TOKEN },
    clock: () => RECEIVED_AT,
    randomId: () => "fixed-id",
  });
  if (!loaded.ok) throw new Error(formatProblems(loaded.problems, loaded));
  const dispatched: Dispatched[] = [];
  const ingress = createIngress({
    hooks: loaded.hooks,
    // Samples of one provider may share a delivery id.
    idempotency: false,
    dispatch: (action, { mappingId }) => {
      dispatched.push({ mappingId, action });
      return undefined;
    },
  });
  const server = createHooksServer({ ingress });
  const { url } = await server.listen();
  return {
    problems: loaded.problems,
    mappingIds: loaded.hooks.mappings.map(({ id }) => id),
    post: async (event) => {
      dispatched.length = 0;
      const query = event.query === undefined ? "" : `?${new URLSearchParams(event.query)}`;
      const { headers, ...init } = requestFromEvent(event);
      const response = await fetch(`${url}/hooks/${event.path ?? name}${query}`, {
        method: "POST",
        ...init,
        headers: { ...(headers as Record<string, string>), authorization: `Bearer ${TOKEN}` },
      });
      return {
        status: response.status,
        answer: await response.text(),
        dispatched: [...dispatched],
      };
    },
    close: async () => {
      await server.close();
      await loaded.close();
    },
  };
}
