import { readRule } from "@hookwright/core/plan";
import { expect, test } from "vitest";
import type {
  HookwrightConfigInput,
  MappingInput,
} from "../../../core/src/authoring/config/config.ts";
import { compileHooks } from "../../../core/src/compile-hooks.ts";
import { FIXED_PORTS } from "../fixed-ports.ts";
import { compareHooks } from "./compare-hooks.ts";
import type { ChangeClass, ComparedEvent, HooksComparison } from "./model.ts";
import { compareMappings, pairMappings } from "./pair-mappings.ts";
import { listRuleReads } from "./rule-reads.ts";

type Hooks = HookwrightConfigInput["hooks"];

function compile(mappings: readonly MappingInput[], hooks: Hooks = {}) {
  const config = { hooks: { ...hooks, mappings } };
  const transforms = { "t.ts": () => undefined };
  return compileHooks(config, { ...FIXED_PORTS, transforms });
}

const CI: MappingInput = { id: "ci", match: { path: "ci" }, messageTemplate: "{{job}}" };
const WAKE: MappingInput = {
  ...CI,
  action: "wake",
  messageTemplate: undefined,
  textTemplate: "{{job}}",
};
/** The same mapping with other clauses besides its path. */
const ci = (match: object): MappingInput => ({ ...CI, match: { path: "ci", ...match } });
const isUser = (name: string) => ({ "==": [{ var: "payload.user" }, name] });
const EVENT: ComparedEvent = { path: "ci", payload: { job: "lint", user: "ann", state: "red" } };

async function compare(
  before: MappingInput | readonly MappingInput[],
  after: MappingInput | readonly MappingInput[],
  events: readonly ComparedEvent[] = [EVENT],
): Promise<HooksComparison> {
  return compareHooks(compile([before].flat()), compile([after].flat()), { events });
}

const classesOf = ({ events }: HooksComparison): readonly (readonly ChangeClass[])[] =>
  events.map(({ changes }) => changes.map((change) => change.class));

test("compareHooks() reports an event as the same if both configs make the same of it", async () => {
  const other = { id: "other", match: { path: "other" }, messageTemplate: "x" };
  const result = await compare(CI, [other, CI], [EVENT, { path: "nobody", payload: {} }]);
  expect(result).toMatchObject({ same: 2, groups: [] });
  expect(result.static).toMatchObject({ added: ["other"], appearedNames: ["other"] });
});

test("compareHooks() compares neither tokens nor ids of fences", async () => {
  const token = (letter: string) => ({
    enabled: true,
    token: `${letter.repeat(10)}bcdefghijklmnop`,
  });
  const { same } = await compareHooks(compile([CI], token("x")), compile([CI], token("y")), {
    events: [
      EVENT,
      { path: "wake", payload: { text: "up" } },
      { path: "agent", payload: { message: "m" } },
    ],
  });
  expect(same).toBe(3);
});

const ROUTE: MappingInput = {
  auth: { provider: "github", secret: "secret-of-the-comparison" },
  route: { channel: "telegram", to: "{{job}}" },
};

test.each<[name: string, MappingInput, readonly (readonly ChangeClass[])[], readonly string[]]>([
  ["lost", { ...CI, match: { path: "c-i" } }, [["lost"]], []],
  ["lost", { ...CI, skip: true }, [["lost"]], []],
  ["lost", { ...CI, agentId: "{{user}}" }, [["lost"]], []],
  ["unsafe", { ...CI, allowUnsafeExternalContent: true }, [["unsafe"]], ["fence"]],
  ["kind", WAKE, [["kind"]], []],
  ["target", { ...CI, agentId: "ops" }, [["target"]], ["agentId"]],
  ["target", { ...CI, model: "a/b" }, [["target"]], ["model"]],
  ["target", { ...CI, channel: "slack", to: "C1" }, [["target"]], ["channel", "to"]],
  ["target", { ...CI, deliver: false }, [["target"]], ["deliver"]],
  ["target", { ...CI, ...ROUTE }, [["target"]], ["route"]],
  ["routing", { ...CI, id: "cc" }, [["routing"]], []],
  ["fields", { ...CI, name: "Job", thinking: "low" }, [["fields"]], ["name", "thinking"]],
  ["fields", { ...CI, dedupeKey: "{{job}}" }, [["fields"]], ["dedupeKey"]],
  ["fields", { ...CI, respond: { text: "ok" } }, [["fields"]], ["respond"]],
  ["fields", { ...CI, sessionKey: "hook:ci" }, [["fields"]], ["sessionKey"]],
  ["fields", { ...CI, rateLimit: { events: 5 } }, [["fields"]], ["rateLimit"]],
  ["fields", { ...CI, maxConcurrent: 1 }, [["fields"]], ["maxConcurrent"]],
  ["fields", { ...CI, onCompletion: "ci" }, [["fields"]], ["onCompletion"]],
  ["fields", { ...CI, coalesce: { key: "x", seconds: 5 } }, [["fields"]], ["coalesce"]],
  ["text", { ...CI, messageTemplate: "{{job}}!" }, [["text"]], ["message"]],
  ["text", { ...CI, instructions: "Look." }, [["text"]], ["message"]],
])("compareHooks() classifies a change as %s: %j", async (name, changed, classes, fields) => {
  const result = await compare(CI, changed);
  expect(classesOf(result)).toEqual(classes);
  expect(result.groups).toMatchObject([{ class: name, fields, events: [0], share: 1 }]);
});

test.each<[name: string, MappingInput]>([
  ["unmatched", ci({ when: isUser("bob") })],
  ["skipped", { ...CI, skip: true }],
  ["refused", { ...CI, agentId: "{{user}}" }],
  ["handled", { ...CI, forEach: "jobs" }],
])("compareHooks() classifies %s → agent as new", async (becomes, before) => {
  const payload = { ...(EVENT.payload as object), jobs: [] };
  const { groups } = await compare(before, CI, [{ path: "ci", payload }]);
  expect(groups).toMatchObject([
    { class: "new", before: { becomes }, after: { becomes: "agent" } },
  ]);
});

test("compareHooks() classifies fewer instructions and a missing transform.lock as unsafe", async () => {
  const guarded: MappingInput = {
    ...CI,
    name: "CI",
    agentId: "ops",
    instructions: "Never merge anything.",
    transform: { module: "t.ts", lock: ["agentId", "name"] },
  };
  const bare = {
    ...guarded,
    instructions: "Merge.",
    transform: { module: "t.ts", lock: ["name"] },
  };
  const { groups } = await compare(guarded, bare as MappingInput);
  expect(groups).toMatchObject([
    { class: "unsafe", fields: ["instructions", "transform.lock"] },
    { class: "text", text: { before: "Never merge anything.\n\nlint", after: "Merge.\n\nlint" } },
  ]);
  expect(classesOf(await compare(bare as MappingInput, guarded))).toEqual([["text"]]);
});

test("compareHooks() does not report unsafe if no text came from outside, or there was no fence", async () => {
  const open: MappingInput = { ...CI, allowUnsafeExternalContent: true };
  const fixed: MappingInput = { ...CI, messageTemplate: "A job ran." };
  expect(classesOf(await compare(fixed, { ...fixed, allowUnsafeExternalContent: true }))).toEqual([
    [],
  ]);
  expect(classesOf(await compare(open, open))).toEqual([[]]);
});

test("compareHooks() treats only agentId and dedupeKey as fields of another kind", async () => {
  const other = await compare(CI, { ...WAKE, agentId: "ops" });
  expect(classesOf(other)).toEqual([["kind", "target"]]);
});

const sessions: readonly ComparedEvent[] = ["ann", "bob", "ann"].map((user) => ({
  path: "ci",
  payload: { user, job: "j" },
}));

test("compareHooks() reports sessions that were merged or split, their events and what else differs", async () => {
  const own: MappingInput = { ...CI, sessionKey: "hook:ci:{{user}}" };
  const shared: MappingInput = { ...CI, sessionKey: "hook:ci" };
  const merged = await compare(own, shared, sessions);
  expect(merged.groups).toMatchObject([
    {
      class: "session-merged",
      events: [0, 1, 2],
      fields: ["sessionKey"],
      sessions: { before: "hook:ci:ann", after: "hook:ci" },
      sessionCount: { before: 2, after: 1 },
    },
  ]);
  const other = { ...own, name: "CI", messageTemplate: "{{job}}!" };
  const split = await compare(shared, other, sessions);
  expect(split.groups).toMatchObject([
    { class: "session-split", sessionCount: { before: 1, after: 2 } },
    { class: "fields", fields: ["name"] },
    { class: "text" },
  ]);
});

test("compareHooks() treats a random key as a session of its own", async () => {
  const { groups } = await compare(CI, { ...CI, sessionKey: "hook:ci" }, sessions);
  expect(groups).toMatchObject([
    { class: "session-merged", sessionCount: { before: 3, after: 1 } },
  ]);
});

test("compareHooks() reports another code, another answer or another mapping without an action", async () => {
  const skip = (id: string): MappingInput => ({ id, match: { path: "ci" }, skip: true });
  const refused: MappingInput = { ...CI, agentId: "{{user}}" };
  expect(
    classesOf(await compare(refused, { ...CI, model: "{{user}}\u0007", agentId: "ops" })),
  ).toEqual([["error"]]);
  expect(classesOf(await compare(refused, skip("ci")))).toEqual([["error"]]);
  expect(classesOf(await compare(skip("one"), skip("two")))).toEqual([["routing"]]);
  expect(classesOf(await compare(skip("one"), skip("one")))).toEqual([[]]);
});

const LIST: MappingInput = { ...CI, forEach: { path: "jobs" }, messageTemplate: "{{item}}" };
const jobs: ComparedEvent = { path: "ci", payload: { job: "a", jobs: ["a", "b", "c"] } };

test("compareHooks() compares lists element by element", async () => {
  const chosen: MappingInput = {
    ...LIST,
    forEach: { path: "jobs", when: { "!=": [{ var: "item" }, "b"] } },
  };
  const fewer = await compare(LIST, chosen, [jobs]);
  expect(fewer.groups).toMatchObject([
    { class: "lost", after: { becomes: "handled", mapping: "ci" } },
  ]);
  const single = await compare(CI, LIST, [jobs]);
  expect(classesOf(single)).toEqual([["new"]]);
  const lost = await compare(LIST, { ...LIST, match: { path: "x" } }, [jobs]);
  expect(lost.groups).toMatchObject([
    { class: "lost", after: { becomes: "unmatched" }, events: [0] },
  ]);
});

test("compareHooks() finds the element that became a list of one", async () => {
  const only = (item: string): MappingInput => ({
    ...LIST,
    forEach: { path: "jobs", when: { "==": [{ var: "item" }, item] } },
  });
  for (const [before, after] of [
    [LIST, only("c")],
    [only("c"), LIST],
  ] as const) {
    expect(classesOf(await compare(before, after, [jobs]))).toEqual([
      [before === LIST ? "lost" : "new"],
    ]);
  }
  const changed = { ...only("c"), messageTemplate: "{{item}}!" };
  expect(classesOf(await compare(LIST, changed, [jobs]))).toEqual([["lost", "text"]]);
});

test("compareHooks() names the text of a wake", async () => {
  const { groups } = await compare(WAKE, { ...WAKE, textTemplate: "b" });
  expect(groups).toMatchObject([{ class: "text", fields: ["text"] }]);
});

test("compareHooks() names no mapping of the built-in routes", async () => {
  const agent: ComparedEvent = { path: "agent", payload: { message: "m" } };
  const key = (defaultSessionKey: string) => compile([], { defaultSessionKey });
  const { groups } = await compareHooks(key("hook:a"), key("hook:b"), { events: [agent] });
  expect(groups).toMatchObject([{ class: "fields", before: { becomes: "agent" } }]);
  expect(groups[0]?.before).not.toHaveProperty("mapping");
});

test("compareHooks() groups by class, mappings and fields, the most serious and the largest first", async () => {
  const other = (id: string): MappingInput => ({ ...CI, id, match: { path: id } });
  const events = ["a", "b", "b", "c", "d"].map((path) => ({ path, payload: { job: "x" } }));
  const before = [other("a"), other("b"), other("c"), other("d")];
  const after = [
    { ...other("a"), name: "A" },
    { ...other("b"), name: "B" },
    { ...other("d"), match: { path: "x" } },
    other("c"),
  ];
  const { groups, same } = await compare(before, after, events);
  expect(groups.map(({ class: name, events: members, share }) => [name, members, share])).toEqual([
    ["lost", [4], 0.2],
    ["fields", [1, 2], 0.4],
    ["fields", [0], 0.2],
  ]);
  expect(same).toBe(1);
});

const redacted = (...paths: string[]): ComparedEvent => ({
  path: "ci",
  headers: { "X-Kind": "k" },
  query: { q: "1" },
  payload: { job: "lint", user: "ann", source: "s", jobs: [{ by: "ann" }], "a.b": 1 },
  recorded: { redacted: paths.map((path) => ({ path, rule: "R5" })) },
});

test.each<[path: string, MappingInput]>([
  ["payload.user", ci({ when: isUser("bob") })],
  ["payload.user", ci({ not: { when: isUser("bob") } })],
  ["payload.source", ci({ source: "s" })],
  ["headers.x-kind", ci({ headers: { "X-Kind": "k" } })],
  ["query.q", ci({ query: { q: "2" } })],
  ["payload.user", { ...CI, sessionKey: "hook:{{user}}" }],
  ["payload.user", { ...CI, messageTemplate: '{{#if (eq user "ann")}}a{{/if}}' }],
  [
    "payload.jobs.0.by",
    { ...CI, forEach: { path: "jobs", when: { "==": [{ var: "item.by" }, "ann"] } } },
  ],
  ["payload.jobs[0].by", { ...CI, forEach: "payload.jobs", sessionKey: "hook:{{item.by}}" }],
])(
  "compareHooks() reports an event as undecided if a redacted %s was read: %j",
  async (path, mapping) => {
    const result = await compare(mapping, mapping, [redacted(path)]);
    expect(result).toMatchObject({ same: 0, groups: [{ class: "undecided", undecided: [path] }] });
    expect(await compare(mapping, CI, [redacted(path)])).toMatchObject({ same: 0 });
  },
);

const readsUser = { when: { exists: "payload.user" } };

test.each<[reason: string, MappingInput | readonly MappingInput[]]>([
  ["nothing reads it", CI],
  ["only a text has it", { ...CI, messageTemplate: "{{user}} {{#if job}}x{{/if}}" }],
  ["other fields are read", { ...CI, name: "{{job}}" }],
  ["a mapping of another name reads it", ci({ path: "other", ...readsUser })],
  ["a header differs", ci({ headers: { "x-kind": "z" }, ...readsUser })],
  ["a header is missing", { ...CI, match: { headers: { none: "x" }, ...readsUser } }],
  ["the source differs", ci({ source: "t", ...readsUser })],
  ["an earlier mapping takes the event", [CI, { ...ci(readsUser), id: "two" }]],
])(
  "compareHooks() reports an event with a redacted value as the same if %s",
  async (_, mapping) => {
    const result = await compare(mapping, mapping, [redacted("payload.user")]);
    expect(result).toMatchObject({ same: 1, groups: [] });
  },
);

test.each<[same: number, query: ComparedEvent["query"], match: object]>([
  // No mapping takes the event, but its headers may be missing.
  [0, { q: "1" }, { path: "ci", source: "s", query: { q: "1" }, when: isUser("x") }],
  [0, undefined, { source: "s", not: { headers: { none: "x" } }, ...readsUser }],
  [1, undefined, { headers: { none: "x" }, ...readsUser }],
  [1, undefined, { path: "ci", query: { q: "1" } }],
])(
  "compareHooks() reports %i events without headers as the same: %j %j",
  async (same, query, match) => {
    const mapping = { ...CI, match };
    const event = { ...redacted("payload.user"), headers: undefined, query };
    expect(await compare(mapping, mapping, [event])).toMatchObject({ same });
  },
);

test("compareHooks() reports every event as the same if both configs are", async () => {
  const keyed: MappingInput = { ...CI, sessionKey: "hook:{{user}}" };
  const hooks = compileHooks({ hooks: { mappings: [keyed] } }, FIXED_PORTS);
  const other = compileHooks({ hooks: { mappings: [keyed] } }, FIXED_PORTS);
  const events = [redacted("payload.user")];
  expect(await compareHooks(hooks, hooks, { events })).toMatchObject({ same: 1, groups: [] });
  expect(await compareHooks(hooks, other, { events })).toMatchObject({ same: 0 });
  const isSameConfig = true;
  expect(await compareHooks(hooks, other, { events, isSameConfig })).toMatchObject({ same: 1 });
});

test("compareHooks() keeps what else differs in an undecided event", async () => {
  const keyed: MappingInput = { ...CI, sessionKey: "hook:{{user}}" };
  const result = await compare(keyed, { ...keyed, name: "CI" }, [redacted("payload.user")]);
  expect(classesOf(result)).toEqual([["fields", "undecided"]]);
});

test("compareHooks() counts runs per day if the events span a day", async () => {
  const at = (receivedAt: string, user: string): ComparedEvent => ({
    path: "ci",
    payload: { user, job: "x" },
    receivedAt: Date.parse(receivedAt),
  });
  const events = [
    at("2026-01-01T00:00:00Z", "ann"),
    at("2026-01-02T00:00:00Z", "bob"),
    at("2026-01-03T00:00:00Z", "ann"),
    { ...EVENT },
  ];
  expect((await compare(CI, ci({ when: isUser("ann") }), events)).runsPerDay).toEqual({
    before: 1.5,
    after: 1,
  });
  expect(await compare(CI, CI, events.slice(0, 1))).not.toHaveProperty("runsPerDay");
  expect(await compare(CI, CI, [])).not.toHaveProperty("runsPerDay");
});

const read = (name: string) => ({ var: name });
const list = read("payload.list");
const rule = { "==": [read("name"), 1] };

test.each<[rule: unknown, reads: readonly string[]]>([
  [true, []],
  [
    { "==": [read("payload.a"), { var: ["headers.b", read("query.c")] }] },
    ["payload.a", "headers.b", "query.c"],
  ],
  [{ "!": read("payload.list[0].x") }, ["payload.list.0.x"]],
  [{ missing: ["payload.a", "payload.b"] }, ["payload.a", "payload.b"]],
  [{ missing: [["payload.a"]] }, ["payload.a"]],
  [{ missing_some: [1, ["payload.a", "payload.b"]] }, ["payload.a", "payload.b"]],
  [{ exists: ["payload.a", read("payload.b")] }, ["payload.a", "payload.b"]],
  [{ some: [list, rule] }, ["payload.list.name"]],
  [{ in: [1, { map: [list, read("")] }] }, ["payload.list"]],
  [{ count: list }, []],
  [{ filter: [list, rule] }, ["payload.list.name", "payload.list"]],
  [
    { count: [{ filter: [list, rule] }, read("x")] },
    ["payload.list.name", "payload.list", "payload.list.x"],
  ],
  [
    { some: [{ merge: [list, read("payload.more")] }, read("x")] },
    ["payload.list", "payload.more", "payload.list.x", "payload.more.x"],
  ],
  [{ find: [list, rule] }, ["payload.list.name", "payload.list"]],
  [{ find: [list, rule, "id"] }, ["payload.list.name", "payload.list.id"]],
  [
    {
      reduce: [list, { "+": [read("current.n"), read("current")] }, read("payload.start")],
    },
    ["payload.list.n", "payload.list", "payload.start"],
  ],
  [{ some: [["a", read("payload.b")], read("x")] }, ["payload.b", "payload.b.x"]],
  // What is wrong with a rule is reported elsewhere, and reads nothing.
  [{ missing_some: [1, "payload.a"] }, []],
  [read("payload.a]"), []],
  [{ var: null }, []],
])("listRuleReads() of %j returns %j", (written, reads) => {
  expect(listRuleReads(readRule(written))).toEqual(reads);
});

const compileMappings = (mappings: readonly MappingInput[]) =>
  compileHooks({ hooks: { mappings } });
function pair(before: readonly MappingInput[], after: readonly MappingInput[]) {
  const hooks = [compileMappings(before), compileMappings(after)] as const;
  return { pairs: pairMappings(...hooks), changes: compareMappings(...hooks) };
}

const mapping = (path: string, id?: string): MappingInput => ({
  ...(id !== undefined && { id }),
  match: { path },
  messageTemplate: "x",
});

test("compareMappings() reports what was added and removed, and which hook names appear and disappear", () => {
  const { changes } = pair(
    [mapping("a", "one"), mapping("b", "two")],
    [mapping("b", "two"), mapping("c", "three")],
  );
  expect(changes).toEqual({
    added: ["three"],
    removed: ["one"],
    moved: [],
    unreachable: [],
    appearedNames: ["c"],
    vanishedNames: ["a"],
    settings: [],
  });
});

test("compareMappings() names the fewest mappings whose move explains the order", () => {
  const of = (...ids: string[]) => ids.map((id) => mapping(id, id));
  const moved = (before: string, after: string) => pair(of(...before), of(...after)).changes.moved;
  expect(moved("abcd", "abcd")).toEqual([]);
  expect(moved("abcd", "bcda")).toEqual(["a"]);
  expect(moved("abcd", "dabc")).toEqual(["d"]);
  expect(moved("abc", "cba")).toHaveLength(2);
});

test("compareMappings() reports mappings that are unreachable now", () => {
  const caught: MappingInput = { id: "all", match: { path: "a" }, messageTemplate: "y" };
  const narrow: MappingInput = {
    ...mapping("a", "narrow"),
    match: { path: "a", headers: { x: "1" } },
  };
  expect(pair([narrow, caught], [caught, narrow]).changes.unreachable).toEqual(["narrow"]);
  expect(pair([caught, narrow], [caught, narrow]).changes.unreachable).toEqual([]);
  expect(pair([caught], [caught, narrow]).changes.unreachable).toEqual(["narrow"]);
});

test("compareMappings() reports each setting for the host that differs", () => {
  const coalesce = (more: object) => ({ coalesce: { key: "x", seconds: 5, ...more } });
  const settings = (before: object, after: object) =>
    pair([{ ...CI, ...before }], [{ ...CI, ...after }]).changes.settings;
  expect(settings({ maxConcurrent: 1 }, { maxConcurrent: 2, onCompletion: "ci" })).toEqual([
    { mapping: "ci", setting: "maxConcurrent", before: 1, after: 2 },
    { mapping: "ci", setting: "onCompletion", after: "ci" },
  ]);
  expect(settings(coalesce({}), coalesce({ seconds: 7 }))).toEqual([
    { mapping: "ci", setting: "coalesce.seconds", before: 5, after: 7 },
    { mapping: "ci", setting: "coalesce.maxSeconds", before: 50, after: 70 },
  ]);
  expect(settings(coalesce({}), coalesce({ maxSeconds: 50, limit: 50 }))).toEqual([]);
  expect(settings(coalesce({}), {})).toMatchObject([
    { setting: "coalesce", before: { seconds: 5, limit: 50 } },
  ]);
});

test("compareMappings() names no hook for a mapping that takes any", () => {
  const any: MappingInput = { id: "any", match: { source: "s" }, messageTemplate: "x" };
  expect(pair([any], []).changes).toMatchObject({ removed: ["any"], vanishedNames: [] });
});

test("pairMappings() pairs mappings without ids by what they match, also after an insertion", () => {
  const { pairs, changes } = pair(
    [mapping("a"), mapping("b")],
    [mapping("z", "new"), mapping("a"), { ...mapping("b"), messageTemplate: "changed" }],
  );
  expect([...pairs]).toEqual([
    ["mapping-1", "mapping-2"],
    ["mapping-2", "mapping-3"],
  ]);
  expect(changes).toMatchObject({ added: ["new"], removed: [], moved: [] });
  expect([...pair([mapping("a")], [mapping("b")]).pairs]).toEqual([["mapping-1", "mapping-1"]]);
});

test("compareHooks() compares each of several mappings that get an event with itself", async () => {
  const tell: MappingInput = { ...CI, id: "tell", continue: true, messageTemplate: "tell" };
  expect(classesOf(await compare(CI, [tell, CI]))).toEqual([["new"]]);
  expect(classesOf(await compare([tell, CI], CI))).toEqual([["lost"]]);
  const open: MappingInput = { ...CI, continue: true };
  const swapped = await compare([tell, CI], [open, { ...tell, continue: false }]);
  expect(swapped).toMatchObject({ same: 1 });
  const changed: MappingInput = { ...CI, messageTemplate: "{{user}}" };
  expect(await compare([tell, CI], [tell, changed])).toMatchObject({
    events: [{ changes: [{ class: "text", before: { mapping: "ci" }, after: { mapping: "ci" } }] }],
  });
});

test("compareHooks() reports no difference for a mapping beside others that does nothing", async () => {
  const skip: MappingInput = { id: "skip", match: { path: "ci" }, skip: true, continue: true };
  expect(await compare(CI, [skip, CI])).toMatchObject({ same: 1 });
  expect(await compare([skip, CI], CI)).toMatchObject({ same: 1 });
});
