// Laws: no secret and nothing about a person is in any written file, wherever it stood in a request, and
// recorded events come to the same mappings, condition results and sessions as the originals.
// bench/soak/record.mjs is the long form, with the built command.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  compileHooks,
  type Hooks,
  type HookwrightConfigInput,
  type Resolution,
} from "@hookwright/core";
import { listRecipes, listSamples, recipe, sample } from "@hookwright/samples";
import { createRedactor, type NamedEvent, type RedactOptions } from "@hookwright/testing/redact";
import { expect, inject, test } from "vitest";
import { createChoices } from "../../../bench/soak/record/choices.mjs";
import { findHidden } from "../../../bench/soak/record/find-secrets.mjs";
import {
  CONFIG,
  createRequest,
  type PlantedRequest,
  WRITTEN_SECRET,
} from "../../../bench/soak/record/requests.mjs";
import { createResolver, haveSameSessions } from "../../../bench/soak/record/resolve-events.mjs";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { listComparedValues, listReadHeaders } from "../../testing/src/record/compared-values.ts";
import { createRecorder } from "../../testing/src/record/create-recorder.ts";
import {
  PROVIDERS,
  payloadFromEvent,
  readMappings,
  readProvider,
} from "./payloads/support/read-provider.ts";

const REQUESTS = 200;
const known = ["environment-of-nobody-4711", WRITTEN_SECRET];

interface Recorded extends PlantedRequest {
  readonly text: string;
}

async function recordAll(): Promise<readonly Recorded[]> {
  const choices = createChoices(inject("seed"));
  const hooks = compileHooks(
    { hooks: { ...CONFIG.hooks, enabled: false } },
    { secrets: () => undefined },
  );
  const redact = createRedactor({
    random: choices.below,
    secrets: known,
    keepValues: listComparedValues(hooks),
    keepHeaders: listReadHeaders(hooks, CONFIG),
  });
  const limits = { perShape: REQUESTS, max: REQUESTS, by: "test" };
  const recorder = createRecorder({ out: join(createTempDir(), "events"), redact, ...limits });
  const all: Recorded[] = [];
  for (let seq = 0; seq < REQUESTS; seq++) {
    const planted = createRequest(choices, { seq, known });
    const file = await recorder.record(planted.request);
    all.push({ ...planted, text: readFileSync(file as string, "utf8") });
  }
  return all;
}

test("createRecorder() writes no secret and no personal data into any file", async () => {
  for (const { hidden, planted, text } of await recordAll()) {
    expect([planted, text, findHidden(text, [...hidden, ...known])]).toEqual([planted, text, []]);
    expect(JSON.parse(text).recorded.redacted).not.toEqual([]);
  }
});

test("createRecorder() keeps mappings, condition results and sessions of events", async () => {
  const recorded = await recordAll();
  const { resolveAll, parts } = createResolver(CONFIG);
  const before = await resolveAll(recorded.map(({ request }) => request));
  const after = await resolveAll(recorded.map(({ text }) => JSON.parse(text)));
  expect(after.mappings).toEqual(before.mappings);
  expect(after.results).toEqual(before.results);
  expect(haveSameSessions(before.keys, after.keys)).toBe(true);
  // Every clause and condition holds for some events, and fails for others.
  for (let part = 0; part < parts; part++) {
    expect(new Set(before.results.map((one) => one[part]))).toEqual(new Set(["0", "1"]));
  }
  expect(new Set(before.mappings).size).toBeGreaterThan(4);
  expect(new Set(before.keys).size).toBeGreaterThan(10);
});

test("haveSameSessions() notices sessions that were merged, and one that was split", () => {
  expect(haveSameSessions(["a", "b", "a"], ["x", "y", "x"])).toBe(true);
  expect(haveSameSessions(["a", "b"], ["x", "x"])).toBe(false);
  expect(haveSameSessions(["a", "a"], ["x", "y"])).toBe(false);
});

interface Group {
  readonly name: string;
  readonly examples: readonly unknown[];
}

const groups = createRequire(import.meta.url)("@octokit/webhooks-examples") as readonly Group[];

const GITHUB: readonly NamedEvent[] = groups.flatMap(({ name, examples }) =>
  examples.map((payload) => ({
    path: "github",
    headers: { "x-github-event": name },
    query: {},
    payload,
  })),
);

function readSample(name: string): NamedEvent {
  const { path, headers = {}, query = {}, payload } = sample(name);
  return { path, headers, query: { ...query } as Record<string, string>, payload };
}

function redactAll(events: readonly NamedEvent[], options: Partial<RedactOptions> = {}) {
  const redact = createRedactor({ random: createChoices(7).below, ...options });
  return events.map((event) => redact(event));
}

function sessionOf(resolution: Resolution): string {
  if (resolution.outcome !== "action" || resolution.action.kind !== "agent") return "";
  return resolution.action.sessionKey ?? "";
}

async function resolveEvents(hooks: Hooks, events: readonly NamedEvent[]) {
  const resolutions = await Promise.all(events.map((event) => hooks.resolve(event)));
  return {
    mappings: resolutions.map((one) => [one.outcome, "mappingId" in one ? one.mappingId : ""]),
    keys: resolutions.map((one) => sessionOf(one)),
  };
}

async function expectSame(
  mappings: readonly unknown[],
  events: readonly NamedEvent[],
  partials = {},
) {
  const config = { hooks: { mappings, partials } } as HookwrightConfigInput;
  const hooks = compileHooks(config, {
    randomId: () => "id",
    clock: () => 0,
    secrets: () => "s".repeat(40),
  });
  const written = redactAll(events, {
    keepValues: listComparedValues(hooks),
    keepHeaders: listReadHeaders(hooks, config),
  });
  const before = await resolveEvents(hooks, events);
  const after = await resolveEvents(
    hooks,
    written.map(({ event }) => event),
  );
  expect(after.mappings).toEqual(before.mappings);
  expect(haveSameSessions(before.keys, after.keys)).toBe(true);
}

async function readEvents(name: string): Promise<readonly NamedEvent[]> {
  const { events } = await readProvider(name);
  return events.map((event) => ({
    path: event.path ?? name,
    headers: event.headers ?? {},
    query: event.query ?? {},
    payload: payloadFromEvent(event),
  }));
}

test.each(readdirSync(PROVIDERS).sort())(
  "createRecorder() keeps mappings and sessions of the events of %s",
  async (name) => {
    await expectSame(await readMappings(await readProvider(name)), await readEvents(name));
  },
);

test.each(listRecipes())(
  "createRecorder() keeps mappings and sessions of the samples of %s",
  async (provider) => {
    const { hooks, samples } = recipe(provider);
    await expectSame(hooks.mappings, samples.map(readSample), hooks.partials);
  },
);

/** The values of an event with the path of each; elements of a list have one path. */
function listValues(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    listValues(part, Array.isArray(value) ? path : `${path}.${key}`),
  );
}

test("createRedactor() mistakes no more texts of real payloads for random secrets than these", async () => {
  const providers = await Promise.all(readdirSync(PROVIDERS).map(readEvents));
  const events = [...GITHUB, ...listSamples().map(readSample), ...providers.flat()];
  const seen = new Set<string>();
  for (const [index, { event, counts }] of redactAll(events).entries()) {
    if (counts["random-text"] === undefined) continue;
    const before = listValues(events[index]?.payload, event.path);
    const after = listValues(event.payload, event.path);
    for (const [at, [path, value]] of before.entries()) {
      // What was random has letters only, as no other replacement of a long text does.
      const random = /[a-z]{20,}/.exec(String(after[at]?.[1]));
      if (random !== null && !String(value).includes(random[0])) seen.add(path);
    }
  }
  expect([...seen].sort()).toEqual([
    // A public key; a hash in the query of a picture; a manifest and a signed URL that hold more than one.
    "github.key.key",
    "github.organization.avatar_url",
    "github.package.package_version.manifest",
    "github.package.package_version.package_files.download_url",
    "github.repository.owner.avatar_url",
    "github.sender.avatar_url",
  ]);
});

test("createRedactor() keeps ids, shas and digests of real payloads", () => {
  const events = [...GITHUB, ...listSamples().map(readSample)];
  const isId = ([path]: readonly [string, unknown]) => /[._](?:id|sha|digest)$/.test(path);
  let ids = 0;
  for (const [index, { event }] of redactAll(events).entries()) {
    const before = listValues(events[index]?.payload, "payload").filter(isId);
    expect(listValues(event.payload, "payload").filter(isId)).toEqual(before);
    ids += before.length;
  }
  expect(ids).toBeGreaterThan(5_000);
});

test("createRedactor() keeps names of labels and repositories of GitHub, and no login in any text", () => {
  const isName = ([path]: readonly [string, unknown]) => /(?:labels|repository)\.name$/.test(path);
  let names = 0;
  for (const [index, { event }] of redactAll(GITHUB).entries()) {
    const before = listValues(GITHUB[index]?.payload, "payload").filter(isName);
    expect(listValues(event.payload, "payload").filter(isName)).toEqual(before);
    names += before.length;
    expect(JSON.stringify(event)).not.toMatch(/(?<![A-Za-z0-9])Codertocat(?![A-Za-z0-9])/);
  }
  expect(names).toBeGreaterThan(200);
});
