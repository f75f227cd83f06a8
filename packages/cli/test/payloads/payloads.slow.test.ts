// Payloads of real providers, posted to servers with configs as authors write them → the golden prompts.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { formatProblems, loadHooks } from "@hookwright/config";
import { type Action, type HookEvent, type Hooks, safeCompileHooks } from "@hookwright/core";
import { afterAll, describe, expect, test } from "vitest";
import { promptText } from "./support/prompt-text.ts";
import {
  PROVIDERS,
  type Provider,
  type ProviderEvent,
  payloadFromEvent,
  readMappings,
  readProvider,
} from "./support/read-provider.ts";
import { serveProvider } from "./support/serve-provider.ts";
import { verdictsTable } from "./support/verdicts-table.ts";

/** `HOOKWRIGHT_UPDATE=1` writes the prompts and the table anew; read the difference before you keep it. */
const isUpdate = process.env["HOOKWRIGHT_UPDATE"] === "1";

const providers = await Promise.all(readdirSync(PROVIDERS).toSorted().map(readProvider));

for (const provider of providers) {
  describe(provider.name, async () => {
    const served = await serveProvider(provider);
    afterAll(served.close);
    const texts: string[] = [];
    const used = new Set<string | undefined>();

    test("compileHooks() reports nothing about the config", () => {
      expect(served.problems).toEqual([]);
    });

    test("a server dispatches the golden prompts", async () => {
      for (const event of provider.events) {
        const posted = await served.post(event);
        for (const { mappingId } of posted.dispatched) used.add(mappingId);
        for (const { action } of posted.dispatched) expect(missingParts(action)).toEqual([]);
        texts.push(`=== ${event.name} ===\n${promptText(posted)}\n`);
        expect([event.name, posted.status]).toEqual([
          event.name,
          expect.toBeOneOf([200, 202, 204]),
        ]);
      }
      compareWithFile(new URL(`${provider.name}/prompts.md`, PROVIDERS), texts.join("\n"));
    });

    test("compileHooks() gives each mapping a prompt and each event a verdict", () => {
      expect(served.mappingIds.filter((id) => !used.has(id) && !id.endsWith("-skip"))).toEqual([]);
      expect(provider.events.filter(({ verdict }) => !/^(good|fair|poor)/.test(verdict))).toEqual(
        [],
      );
    });
  });
}

test("compileHooks() takes all configs together as one", async () => {
  const mappings = (await Promise.all(providers.map(readMappings))).flat();
  const compiled = safeCompileHooks({
    hooks: { enabled: true, token: "one-token-of-them-all-123", mappings },
  });
  expect(compiled.ok ? compiled.hooks.warnings : compiled.problems).toEqual([]);
});

test("the table of verdicts is up to date", () => {
  compareWithFile(new URL("../README.md", PROVIDERS), verdictsTable(providers));
});

test("at least a hundred events of twenty providers reach an agent", () => {
  const texts = providers.map(({ name }) =>
    readFileSync(new URL(`${name}/prompts.md`, PROVIDERS), "utf8"),
  );
  const prompts = texts.flatMap((text) => text.split(/^=== /m).slice(1));
  const dispatched = prompts.filter((text) => /^(run|wake) by /m.test(text));
  expect(providers.length).toBeGreaterThanOrEqual(20);
  expect(dispatched.length).toBeGreaterThanOrEqual(100);
});

/** The parts that the finished message lacks: none, with each line from outside quoted. */
function missingParts(action: Action): readonly string[] {
  const message = action.kind === "agent" ? action.message : action.text;
  return action.parts
    .map(({ kind, text }) => (kind === "trusted" ? text : text.replace(/^/gm, "> ")))
    .filter((text) => !message.includes(text));
}

function compareWithFile(url: URL, text: string): void {
  if (isUpdate) writeFileSync(url, text);
  expect(text).toBe(existsSync(url) ? readFileSync(url, "utf8") : "");
}

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
