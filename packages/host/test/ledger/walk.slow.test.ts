// Random walks: a model of the ledger in plain objects against the real one.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Effect } from "../../src/model/effects.ts";
import type { Ledger } from "../../src/model/ledger.ts";
import type { RunState } from "../../src/model/records.ts";
import {
  acceptRun,
  acceptWake,
  claimIds,
  claimMain,
  createTestLedger,
  eventOf,
  NOON,
  runOf,
} from "./harness.ts";

interface ModelRun {
  readonly id: string;
  readonly key: string;
  state: RunState;
  dueAt: number;
}

/** What the ledger should know, in the order of acceptance. */
interface Model {
  readonly runs: ModelRun[];
  readonly events: { readonly id: string; state: "waiting" | "claimed" | "done" }[];
  mainTurn?: string | undefined;
  now: number;
  /** How many turns of the main session were asked for: each has its own id. */
  turns: number;
}

type EndState = Exclude<RunState, "running">;

type Step =
  | { readonly kind: "accept"; readonly key: string }
  | { readonly kind: "claim"; readonly limit: number }
  | { readonly kind: "end"; readonly index: number; readonly state: EndState }
  | { readonly kind: "wake" }
  | { readonly kind: "main"; readonly max: number }
  | { readonly kind: "main-end"; readonly ok: boolean }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "restart" };

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ kind: fc.constant("accept"), key: fc.constantFrom("a", "b", "c", "main") }),
  fc.record({ kind: fc.constant("claim"), limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant("end"),
    index: fc.nat(20),
    state: fc.constantFrom("queued", "failed", "done", "dead", "cancelled"),
  }),
  fc.record({ kind: fc.constant("wake") }),
  fc.record({ kind: fc.constant("main"), max: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("main-end"), ok: fc.boolean() }),
  fc.record({ kind: fc.constant("wait"), ms: fc.constantFrom(1, 5_000, 30_000) }),
  fc.record({ kind: fc.constant("restart") }),
);

const WAITING: readonly RunState[] = ["queued", "failed"];
const OPEN: readonly RunState[] = [...WAITING, "running"];

function readyRuns(model: Model): ModelRun[] {
  const open = model.runs.filter(({ state }) => OPEN.includes(state));
  return open.filter((run) => {
    const isFirst = open.find(({ key }) => key === run.key) === run;
    const isFree = run.key !== "main" || model.mainTurn === undefined;
    return isFirst && isFree && run.state !== "running" && run.dueAt <= model.now;
  });
}

/** Does a step in both, and compares what it came to. */
async function take(step: Step, model: Model, ledger: Ledger): Promise<void> {
  const { now } = model;
  switch (step.kind) {
    case "accept": {
      const id = `r${model.runs.length}`;
      model.runs.push({ id, key: step.key, state: "queued", dueAt: now });
      await acceptRun(ledger, runOf(id, { sessionKey: step.key, acceptedAt: now }));
      return;
    }
    case "claim": {
      const expected = readyRuns(model).slice(0, step.limit);
      for (const run of expected) run.state = "running";
      expect(await claimIds(ledger, now, step.limit)).toEqual(expected.map(({ id }) => id));
      return;
    }
    case "end":
      return endRun(step, model, ledger);
    case "wake":
      model.events.push({ id: `e${model.events.length}`, state: "waiting" });
      await acceptWake(ledger, eventOf(`e${model.events.length - 1}`));
      return;
    case "main":
      return claimMainTurn(step.max, model, ledger);
    case "main-end":
      return endMainTurn(step.ok, model, ledger);
    default:
      return;
  }
}

async function endRun(
  { index, state }: Extract<Step, { kind: "end" }>,
  model: Model,
  ledger: Ledger,
): Promise<void> {
  const open = model.runs.filter((run) => OPEN.includes(run.state));
  const run = open[index % Math.max(1, open.length)];
  if (run === undefined) return;
  const allowed = run.state === "running" || ["dead", "cancelled"].includes(state);
  const isAllowed = allowed || (run.state === "failed" && state === "queued");
  const dueAt = state === "failed" ? model.now + 5_000 : model.now;
  const effect: Effect = { kind: "run", runId: run.id, state, at: model.now, dueAt };
  const refusal = await ledger.commit([effect]).then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
  expect(refusal).toBe(isAllowed ? undefined : "transition_refused");
  if (isAllowed) Object.assign(run, { state, dueAt });
}

async function claimMainTurn(max: number, model: Model, ledger: Ledger): Promise<void> {
  const turnId = `t${model.turns++}`;
  const isBusy =
    model.mainTurn !== undefined ||
    model.runs.some(({ key, state }) => key === "main" && state === "running");
  const claimed = await claimMain(ledger, turnId, { maxEvents: max, now: model.now });
  expect(claimed === undefined).toBe(isBusy);
  if (claimed === undefined) return;
  const waiting = model.events.filter(({ state }) => state === "waiting");
  expect(claimed.events.map(({ id }) => id)).toEqual(waiting.slice(0, max).map(({ id }) => id));
  expect(claimed.left).toBe(Math.max(0, waiting.length - max));
  for (const event of waiting.slice(0, max)) event.state = "claimed";
  model.mainTurn = turnId;
}

async function endMainTurn(ok: boolean, model: Model, ledger: Ledger): Promise<void> {
  const { mainTurn: id, now } = model;
  if (id === undefined) return;
  const outcome = ok ? "ack" : "failed: timeout";
  const record = {
    id,
    agentId: "main",
    reason: "wake",
    startedAt: now,
    endedAt: now,
    outcome,
  } as const;
  await ledger.commit([
    { kind: ok ? "events-done" : "events-back", turnId: id },
    { kind: "heartbeat", record: { ...record, events: 0 }, failures: ok ? 0 : 1 },
  ]);
  for (const event of model.events) {
    if (event.state === "claimed") event.state = ok ? "done" : "waiting";
  }
  model.mainTurn = undefined;
}

async function compare(model: Model, ledger: Ledger): Promise<void> {
  const runs = (await ledger.runs({ limit: 1_000 })).items.toReversed();
  expect(runs.map(({ id, state }) => [id, state])).toEqual(
    model.runs.map(({ id, state }) => [id, state]),
  );
  expect((await ledger.events({ limit: 1_000 })).items.map(({ id, state }) => [id, state])).toEqual(
    model.events.map(({ id, state }) => [id, state]),
  );
  const counted = (state: RunState): number =>
    model.runs.filter((run) => run.state === state).length;
  const { runs: counts, waitingEvents } = await ledger.counts();
  expect(counts).toEqual(
    Object.fromEntries(Object.keys(counts).map((state) => [state, counted(state as RunState)])),
  );
  expect(waitingEvents).toBe(model.events.filter(({ state }) => state === "waiting").length);
  const dueAt = await ledger.nextDueAt();
  expect(dueAt !== undefined && dueAt <= model.now).toBe(readyRuns(model).length > 0);
  expect(await ledger.recover()).toMatchObject({
    queued: counted("queued") + counted("failed"),
    interruptedRuns: model.runs
      .filter(({ state }) => state === "running")
      .map(({ id }) => ({ id })),
  });
}

test("a ledger does what a model of it in plain objects does", {
  tags: ["RUN-1", "RUN-2", "RUN-4", "EVT-3", "EVT-9"],
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const test = await createTestLedger();
      const model: Model = { runs: [], events: [], now: NOON, turns: 0 };
      for (const one of steps) {
        if (one.kind === "wait") model.now += one.ms;
        test.now = model.now;
        if (one.kind === "restart") await test.reopen();
        await take(one, model, test.ledger);
      }
      await compare(model, test.ledger);
      await test.ledger.close();
    }),
    { numRuns: 60 },
  );
});
