// Payloads of real providers, each with one of its fields set to null → a prompt, or a refusal that says which field is missing.
import { readdirSync } from "node:fs";
import { formatProblems, loadHooks } from "@hookwright/config";
import type { HookEvent, Hooks } from "@hookwright/core";
import { expect, test } from "vitest";
import {
  PROVIDERS,
  type Provider,
  type ProviderEvent,
  payloadFromEvent,
  readProvider,
} from "./support/read-provider.ts";

type Path = readonly string[];

/** Of each event. GitHub's payloads have a thousand, most of them URLs that no mapping reads. */
const MAX_FIELDS = 25;

test.each(readdirSync(PROVIDERS).toSorted())(
  "resolve() never throws, and never shows an undefined value, whichever field of %s is null",
  async (name) => {
    const provider = await readProvider(name);
    const hooks = await load(provider);
    const failed: string[] = [];
    for (const event of provider.events) {
      const payload = payloadFromEvent(event);
      for (const path of someOf(pathsOf(payload))) {
        const without = eventWith(provider, event, withNull(payload, path));
        const problem = await findProblem(hooks, without);
        if (problem !== undefined) failed.push(`${event.name} ${path.join(".")}: ${problem}`);
      }
    }
    expect(failed).toEqual([]);
  },
);

async function findProblem(hooks: Hooks, event: HookEvent): Promise<string | undefined> {
  const resolution = await hooks.resolve(event);
  const single = resolution.outcome === "batch" ? resolution.elements : [{ resolution }];
  for (const { resolution: one } of single) {
    if (one.outcome === "refused" && !REFUSALS.has(one.refusal.code)) return one.refusal.code;
    const text = one.outcome === "action" ? one.action.untrustedText : "";
    const odd = /undefined|NaN|Infinity|\[object /.exec(text)?.[0];
    if (odd !== undefined && !JSON.stringify(event.payload).includes(odd)) return text;
  }
  return undefined;
}

/** Without the field that names the session, or the list of a batch, there is nothing to start. */
const REFUSALS = new Set(["session_key_refused", "invalid_payload"]);

async function load({ configFile }: Provider): Promise<Hooks> {
  const loaded = await loadHooks(configFile, {
    env: { HOOK_TOKEN: "a-long-random-text-of-your-own" },
  });
  if (!loaded.ok) throw new Error(formatProblems(loaded.problems, loaded));
  return loaded.hooks;
}

function eventWith(provider: Provider, event: ProviderEvent, payload: unknown): HookEvent {
  const { path = provider.name, headers = {}, query = {} } = event;
  return { path, headers, query, payload };
}

function pathsOf(value: unknown, above: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    const path = [...above, key];
    return [path, ...pathsOf(below, path)];
  });
}

/** Spread over the payload. */
function someOf(paths: readonly Path[]): readonly Path[] {
  const step = Math.ceil(paths.length / MAX_FIELDS);
  return paths.filter((_, index) => index % step === 0);
}

function withNull(value: unknown, [key, ...below]: Path): unknown {
  if (key === undefined) return null;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === Number(key) ? withNull(item, below) : item));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: withNull(fields[key], below) };
}
