// Every row of a key that another system has and that takes a name of ours: followed, the event does what was meant.
import { expect, test } from "vitest";
import { FOREIGN, type KeyRows, MISNAMED, NEWER } from "../src/authoring/config/misnamed-keys.ts";
import { compileConfig } from "../src/compile-hooks.ts";
import { safeCompileHooks } from "../src/index.ts";
import type { ConfigChange, Problem } from "../src/model/problem.ts";

const SECRET = "k7Jw0dPq2vXr9LbT4mYc8NsZ1hGf6aUe";

interface Sample {
  readonly value: unknown;
  /** The part of the action that the key decides; absent if the key is about something else. */
  readonly outcome?: object;
  /** What the key needs beside it. */
  readonly beside?: object;
}

const WINDOW = { key: "a", seconds: 30 };

const github = { provider: "github" };

/** For each key that a row names, by its owner: a value, and what shows that it is used. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  hooks: {
    token: { value: SECRET },
    maxBodyBytes: { value: 1_000 },
    path: { value: "/in" },
    mappings: {
      value: [{ match: { path: "shop" }, messageTemplate: "Order {{id}}" }],
      outcome: { action: { kind: "agent", untrustedText: "Order 7" } },
    },
  },
  gmail: {
    label: { value: "INBOX" },
    account: { value: "me@example.com" },
    pushToken: { value: SECRET },
  },
  mapping: {
    messageTemplate: { value: "Order {{id}}", outcome: { action: { untrustedText: "Order 7" } } },
    instructions: {
      value: "Be short.",
      outcome: { action: { parts: [{ kind: "trusted", text: "Be short." }, {}] } },
    },
    agentId: { value: "main", outcome: { action: { agentId: "main" } } },
    sessionKey: { value: "hook:{{id}}", outcome: { action: { sessionKey: "hook:7" } } },
    wakeMode: { value: "next-heartbeat", outcome: { action: { wakeMode: "next-heartbeat" } } },
    to: { value: "#ops", beside: { channel: "slack" }, outcome: { action: { to: "#ops" } } },
    accountId: { value: "work", outcome: { action: { accountId: "work" } } },
    timeoutSeconds: { value: 30, outcome: { action: { timeoutSeconds: 30 } } },
    dedupeKey: { value: "shop:{{id}}", outcome: { dedupeKey: "shop:7" } },
    skip: { value: true, outcome: { outcome: "skipped" } },
    continue: { value: true, outcome: { outcome: "action" } },
    maxBodyBytes: { value: 1_000, outcome: { outcome: "action" } },
    maxConcurrent: { value: 2, outcome: { outcome: "action" } },
    sessionMode: { value: "isolated", outcome: { action: { sessionMode: "isolated" } } },
  },
  auth: {
    secret: { value: SECRET, beside: github },
    provider: { value: "github", beside: { secret: SECRET } },
    toleranceSeconds: { value: 60, beside: { provider: "stripe", secret: SECRET } },
    publicUrl: {
      value: "https://a.example/hooks/shop",
      beside: { provider: "twilio", secret: SECRET },
    },
    token: { value: SECRET, beside: { header: "x-vendor" } },
  },
  match: {
    path: { value: "shop", outcome: { outcome: "action" } },
    query: { value: { kind: "order" }, outcome: { outcome: "action" } },
  },
  transform: {
    module: { value: "m.js", outcome: { action: { untrustedText: "Order 7 changed" } } },
    export: { value: "other", beside: { module: "m.js" } },
    timeoutMs: { value: 500, beside: { module: "m.js" } },
  },
  coalesce: {
    key: {
      value: "{{id}}",
      beside: { seconds: 30 },
      outcome: { action: { coalesce: { key: "7" } } },
    },
    seconds: {
      value: 30,
      beside: { key: "a" },
      outcome: { action: { coalesce: { seconds: 30 } } },
    },
    maxSeconds: {
      value: 60,
      outcome: { action: { coalesce: { maxSeconds: 60 } } },
      beside: WINDOW,
    },
    limit: { value: 5, beside: WINDOW, outcome: { action: { coalesce: { limit: 5 } } } },
    keep: { value: "last", beside: WINDOW, outcome: { action: { coalesce: { keep: "last" } } } },
  },
  respond: {
    text: { value: "ok", outcome: { outcome: "action" } },
    status: { value: 204, outcome: { outcome: "action" } },
    type: { value: "text/html", beside: { text: "ok" }, outcome: { outcome: "action" } },
  },
};

/** An own check that takes everything. */
const VERIFIERS = { shop: () => true };

const OPTIONS = {
  verifiers: VERIFIERS,
  transforms: {
    "m.js": ({ payload }: { payload: unknown }) => ({
      message: `Order ${(payload as { readonly id: number }).id} changed`,
    }),
  },
} as const;

const IN_MATCH: ReadonlySet<string> = new Set("path source headers query when not".split(" "));

/** What each object needs to be right without the key. */
const BESIDE: Readonly<Record<string, object>> = {
  auth: { provider: "github", secret: SECRET },
  match: { path: "shop" },
  transform: { module: "m.js" },
  respond: { text: "ok" },
  coalesce: WINDOW,
};

const rows = [MISNAMED, NEWER, FOREIGN].flatMap((table: KeyRows) =>
  Object.entries(table).flatMap(([owner, ofOwner]) =>
    Object.entries(ofOwner).flatMap(([key, { key: meant, renames }]) =>
      renames === undefined ? [] : [{ owner, key, meant: String(meant) }],
    ),
  ),
);

test.each(rows)(
  "compileHooks() takes the $key of $owner for its $meant, and the event does so",
  async ({ owner, key, meant }) => {
    const sample = SAMPLES[owner]?.[meant];
    expect(sample, `no sample for "${meant}" of ${owner}`).toBeDefined();
    const { value, outcome, beside = {} } = sample as Sample;
    const right = configOf(owner, meant, { ...beside, [meant]: value });
    const wrong = configOf(owner, meant, { ...beside, [key]: value });
    const reported = problemsOf(wrong).find(({ path }) => path.at(-1) === key);
    expect(reported).toMatchObject({ code: "unknown_key", change: { kind: "rename", key: meant } });
    const followed = rename(wrong, reported as Problem) as object;
    expect(followed).toEqual(right);
    const left = problemsOf(followed).filter(({ severity }) => severity === "error");
    expect(left.map(({ message, hint }) => `${message} ${hint}`)).toEqual([]);
    if (outcome === undefined) return;
    const compiled = safeCompileHooks(followed, OPTIONS);
    if (!compiled.ok) throw new Error("unreachable: no error is left");
    const resolution = await compiled.hooks.resolve({
      path: "shop",
      payload: { id: 7 },
      query: { kind: "order" },
    });
    expect(resolution).toMatchObject(outcome);
  },
);

/** What replaces `…` in a hint, by the key before it. */
const FILLED: Readonly<Record<string, unknown>> = {
  match: { path: "shop" },
  path: "shop",
  provider: "github",
  secret: SECRET,
  token: SECRET,
  file: "secret.json",
  messageTemplate: "Order {{id}}",
  headers: { "x-kind": "order" },
  query: { kind: "order" },
  source: "shop",
  when: { "==": [{ var: "payload.id" }, 7] },
  json: { ok: true },
  verify: "shop",
};

/** The pairs of a hint, such as `"match": { "path": … }`, as far as it writes values; none where it writes other words. */
function readPairs(hint: string): object | undefined {
  const [, written] = /^Write ("[a-zA-Z]+": .*?)(?:$|\.$|\. |; |, which|: the )/.exec(hint) ?? [];
  const filled = written
    ?.replaceAll(/"(\w+)": …/g, (_, key: string) => `"${key}": ${JSON.stringify(FILLED[key])}`)
    .replaceAll(/, …/g, "");
  try {
    return JSON.parse(`{${filled}}`) as object;
  } catch {
    return undefined;
  }
}

const others = [MISNAMED, NEWER, FOREIGN].flatMap((table: KeyRows) =>
  Object.entries(table).flatMap(([owner, ofOwner]) =>
    Object.entries(ofOwner).flatMap(([key, { renames }]) =>
      renames === undefined ? [{ owner, key }] : [],
    ),
  ),
);

/** Rows that say where to look, and write no value: they can only be read. */
const MAX_WORDS = 60;

const followed = others.map(({ owner, key }) => {
  const wrong = configOf(owner, key, { ...BESIDE[owner], [key]: "shop" });
  const reported = problemsOf(wrong).find(({ path }) => path.at(-1) === key);
  const hint = reported?.hint ?? "";
  const pairs = hint.startsWith("Remove it") ? {} : readPairs(hint);
  return { owner, key, code: reported?.code, hint, pairs };
});

test("adviseUnknownKey() tells every key of a row, and most hints write what can be tried", () => {
  expect(followed.filter(({ code, hint }) => code !== "unknown_key" || hint === "")).toEqual([]);
  const words = followed.filter(({ pairs }) => pairs === undefined);
  expect(words.length).toBeLessThan(MAX_WORDS);
});

test.each(
  followed.flatMap((row) => (row.pairs === undefined ? [] : [{ ...row, pairs: row.pairs }])),
)(
  "compileHooks() takes what the hint for $key of $owner writes: $hint",
  async ({ owner, pairs }) => {
    const config = configFollowed(owner, pairs);
    const left = problemsOf(config).filter(({ severity }) => severity === "error");
    expect(left.map(({ message, hint }) => `${message} ${hint}`)).toEqual([]);
    const compiled = safeCompileHooks(config, OPTIONS);
    if (owner !== "mapping" || "auth" in pairs || !compiled.ok) return;
    const event = {
      path: "shop",
      payload: { id: 7, source: "shop", field: "value" },
      query: { kind: "order" },
      headers: { "x-kind": "order" },
    };
    expect((await compiled.hooks.resolve(event)).outcome).not.toBe("unmatched");
  },
);

/** The pairs in the place of the key, in the object that has keys of these names. */
function configFollowed(owner: string, pairs: object): object {
  const names = Object.keys(pairs);
  if (owner === "match" && !names.every((name) => IN_MATCH.has(name))) {
    return configOf("mapping", "", pairs);
  }
  if (owner === "auth" && names.includes("auth")) return configOf("mapping", "", pairs);
  const { provider: _, ...signed } = {
    ...BESIDE["auth"],
    provider: "",
    signature: { header: "x-a" },
  };
  const beside = names.includes("scheme") ? signed : BESIDE[owner];
  return configOf(owner, "", { ...beside, ...pairs });
}

function problemsOf(config: object): readonly Problem[] {
  return compileConfig(config, OPTIONS).problems;
}

/** The object in a config that is right otherwise, and does not have the key that is meant a second time. */
function configOf(owner: string, meant: string, object: object): object {
  if (owner === "hooks") return { hooks: object };
  if (owner === "gmail") return { hooks: { gmail: object } };
  const others = { match: { path: "shop" }, messageTemplate: "x" };
  const rest = Object.entries(others).filter(([name]) => name !== meant);
  const mapping =
    owner === "mapping"
      ? { ...Object.fromEntries(rest), ...object }
      : { ...others, [owner]: object };
  return { hooks: { mappings: [mapping] } };
}

function rename(config: object, { path, change }: Problem): unknown {
  const { key } = change as ConfigChange & { readonly kind: "rename" };
  const at = (value: unknown, [step, ...rest]: Problem["path"]): unknown => {
    if (rest.length > 0) {
      if (Array.isArray(value)) return value.with(Number(step), at(value[Number(step)], rest));
      const object = value as Record<string, unknown>;
      return { ...object, [String(step)]: at(object[String(step)], rest) };
    }
    const entries = Object.entries(value as object);
    return Object.fromEntries(entries.map(([name, own]) => [name === step ? key : name, own]));
  };
  return at(config, path);
}
