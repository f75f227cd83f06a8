// Law: whatever a transform returns, the operator's locks and policies hold, and its text is fenced.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MappingInput } from "../../src/authoring/config/config.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { Action, LockableField } from "../../src/model/action.ts";
import type { Resolution } from "../../src/model/resolution.ts";
import type { TransformModule, TransformResult } from "../../src/model/transform.ts";
import { neutralize } from "../../src/serving/fence/neutralize.ts";
import { countMarkers } from "./marker-detector.ts";
import {
  AGENTS,
  CHANNELS,
  LOCKABLE,
  locks,
  MODELS,
  MORE_CHANNELS,
  nearActions,
  operators,
  PREFIXES,
  results,
} from "./transform-results.ts";

interface Case {
  readonly operator: Partial<MappingInput>;
  readonly lock: readonly LockableField[] | true | undefined;
  readonly allowedAgentIds: string[] | undefined;
}

const cases: fc.Arbitrary<Case> = fc.record({
  operator: operators,
  lock: locks,
  allowedAgentIds: fc.constantFrom(undefined, ["*", "ops"], ["main", "ops"]),
});

const PAYLOAD = { a: "payload's text" };
const REFUSALS = [
  ...["transform_failed", "session_key_refused", "agent_refused", "model_refused"],
  // A recipient with control characters.
  "invalid_payload",
];

async function resolve(
  { operator, lock, allowedAgentIds }: Case,
  module: TransformModule,
): Promise<Resolution> {
  const written = lock === true ? lock : lock && [...lock];
  const transform = { module: "m.js", ...(written !== undefined && { lock: written }) };
  const hooks = compileHooks(
    {
      hooks: {
        mappings: [{ match: { path: "x" }, transform, ...operator }],
        allowedSessionKeyPrefixes: PREFIXES,
        ...(allowedAgentIds && { allowedAgentIds }),
      },
      agents: {
        list: AGENTS.map((id) => ({ id })),
        defaults: { models: { "v/large": {}, "v/small": { alias: "mini" } } },
      },
    },
    { transforms: { "m.js": module }, randomId: () => "0f8fad5b-d9cb-469f-a165-70867728950e" },
  );
  return hooks.resolve({ path: "x", payload: PAYLOAD });
}

/** The action of the mapping without its transform, with a fixed message if it has none. */
async function withoutTransform(given: Case): Promise<Action> {
  const operator = { messageTemplate: "x", ...given.operator };
  const resolution = await resolve({ ...given, operator }, { default: () => undefined });
  if (resolution.outcome !== "action")
    throw new Error("the operator's part must be good by itself");
  return resolution.action;
}

test("resolve() keeps locks, policies and the fence, whatever a transform returns", async () => {
  const seen = { actions: 0, attempts: 0, fenced: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(cases, results, fc.boolean(), async (given, result, isAsync) => {
      const transform = isAsync ? async () => result : () => result;
      const resolution = await resolve(given, { default: transform as () => never });
      if (resolution.outcome === "refused") {
        seen.refused += 1;
        expect([...REFUSALS, "empty_text"]).toContain(resolution.refusal.code);
        return;
      }
      if (resolution.outcome !== "action") {
        expect(resolution.outcome).toBe("handled");
        return;
      }
      seen.actions += 1;
      const { action } = resolution;
      const before = await withoutTransform(given);
      seen.attempts += expectLocks(action, before, given);
      if (action.kind === "agent") expectPolicies(action, before, given);
      seen.fenced += expectFence(action, given);
    }),
    { numRuns: 1_500 },
  );
  // The law says something: most results were laid over, many tried what is locked.
  expect(seen.actions).toBeGreaterThan(300);
  expect(seen.attempts).toBeGreaterThan(300);
  expect(seen.fenced).toBeGreaterThan(100);
  expect(seen.refused).toBeGreaterThan(100);
}, 120_000);

/** Gives how many fields were compared. */
function expectLocks(action: Action, before: Action, { operator, lock }: Case): number {
  const own = LOCKABLE.filter((field) => operator[field] !== undefined);
  const locked = lock === true ? own : (lock ?? []);
  const fields = locked.filter((field) => action.kind === "agent" || OF_WAKES.has(field));
  for (const field of fields) {
    const value = readField(action, field);
    // A module that wants nothing sent is obeyed.
    if (field === "deliver" && value === false) continue;
    expect([field, value]).toEqual([field, readField(before, field)]);
  }
  return fields.length;
}

const OF_WAKES: ReadonlySet<string> = new Set<LockableField>(["wakeMode", "agentId"]);

function readField(action: Action, field: LockableField): unknown {
  if (action.kind === "agent") return action[field];
  return field === "wakeMode" && action.kind === "wake" ? action.mode : action.agentId;
}

test("resolve() applies every field that a transform returns if nothing is locked", async () => {
  let laidOver = 0;
  await fc.assert(
    fc.asyncProperty(operators, nearActions, async (operator, result) => {
      const given = { operator, lock: undefined, allowedAgentIds: undefined };
      const resolution = await resolve(given, { default: (() => result) as () => never });
      if (resolution.outcome !== "action" || resolution.action.kind !== "agent") return;
      const { action } = resolution;
      const fields: TransformResult = { ...result };
      if (fields.deliver !== undefined) expect(action.deliver).toBe(fields.deliver);
      if (fields.sessionMode !== undefined) expect(action.sessionMode).toBe(fields.sessionMode);
      const seconds = fields.timeoutSeconds;
      if (seconds !== undefined) expect(action.timeoutSeconds).toBe(Math.floor(seconds));
      if (fields.to?.trim()) expect(action.to).toBe(fields.to.trim());
      if (fields.message !== undefined) {
        // Cleaned for the fence, unless the mapping switches that off.
        expect([fields.message, neutralize(fields.message)]).toContain(action.untrustedText);
      }
      laidOver += Object.keys(fields).length;
    }),
    { numRuns: 1_000 },
  );
  expect(laidOver).toBeGreaterThan(300);
}, 120_000);

function expectPolicies(
  action: Extract<Action, { kind: "agent" }>,
  before: Action,
  { allowedAgentIds }: Case,
): void {
  const own = before as typeof action;
  expect(Object.keys(action).filter((key) => !KNOWN.has(key))).toEqual([]);
  if (action.sessionKey !== own.sessionKey) {
    expect(PREFIXES.some((prefix) => action.sessionKey.toLowerCase().startsWith(prefix))).toBe(
      true,
    );
    expect(action.sessionKey).not.toMatch(/\p{Cc}/u);
    expect(action.sessionKey.length).toBeLessThanOrEqual(512);
  }
  // An action that names no agent goes to the first of the list.
  const agent = (action.agentId ?? "main").toLowerCase();
  const allowed = allowedAgentIds?.includes("*") === false ? allowedAgentIds : AGENTS;
  expect(allowed.map((id) => id.toLowerCase())).toContain(agent);
  if (action.agentId !== undefined) expect(AGENTS).toContain(action.agentId);
  if (action.model !== undefined) expect(MODELS).toContain(action.model);
  expect([...CHANNELS, ...MORE_CHANNELS]).toContain(action.channel);
  expect([true, false]).toContain(action.deliver);
  for (const line of [action.name, action.to, action.thinking]) {
    expect(line ?? "one line").not.toMatch(/[\n\r\u2028\u2029]/);
  }
}

const KNOWN: ReadonlySet<string> = new Set<string>([
  ...LOCKABLE,
  "kind",
  "message",
  "parts",
  "untrustedText",
]);

/** Only the mapping switches the fence off. Gives whether there is one. */
function expectFence(action: Action, { operator }: Case): 0 | 1 {
  const text = action.kind === "agent" ? action.message : action.text;
  const own = action.parts.at(-1);
  const { instructions, messageTemplate, allowUnsafeExternalContent } = operator;
  expect(action.parts.slice(0, -1)).toEqual(
    instructions === undefined ? [] : [{ kind: "trusted", text: instructions }],
  );
  const isOperators = own?.text === messageTemplate && own?.kind === "trusted";
  if (own?.kind === "trusted") expect(isOperators).toBe(true);
  if (isOperators || allowUnsafeExternalContent === true) {
    expect(text).toBe([...action.parts.map((part) => part.text)].join("\n\n"));
    return 0;
  }
  const outside = instructions === undefined ? text : text.slice(instructions.length + 2);
  if (instructions !== undefined) expect(text.startsWith(`${instructions}\n\n`)).toBe(true);
  expect(countMarkers(outside)).toEqual({ start: 1, end: 1 });
  expect(outside.trimEnd().endsWith(">>>")).toBe(true);
  return 1;
}
