// Cases and a target → tests that send the request of each case and check every effect of it.
import {
  type Action,
  compileHooks,
  type HooksInput,
  type HookwrightConfig,
} from "@hookwright/core";
import {
  createIngress,
  type DispatchContext,
  type LateDispatch,
  type RequestRecord,
} from "@hookwright/core/ingress";
import { describe, expect, it } from "vitest";
import { BASE_HOOKS, PRIVATE, TOKEN, TRANSFORMS } from "./base-config.ts";
import type { Case, CaseExpectation } from "./case.ts";
import { KEYS } from "./keys.ts";
import type { RawAnswer } from "./raw-http.ts";
import type { ConformanceTarget, RunningTarget } from "./target.ts";

export function runCases(target: ConformanceTarget, cases: readonly Case[]): void {
  describe(target.name, () => {
    for (const testCase of cases) {
      const reason = skipReason(testCase, target);
      const title = reason === undefined ? testCase.name : `${testCase.name} (skipped: ${reason})`;
      it.skipIf(reason !== undefined)(title, () => runCase(testCase, target));
    }
  });
}

function skipReason({ needs, behind }: Case, target: ConformanceTarget): string | undefined {
  if (behind !== undefined && target.noParser !== undefined) return target.noParser;
  return needs === undefined ? undefined : target.rewrites?.[needs];
}

/** Rejects if any expectation of the case fails. */
export async function runCase(testCase: Case, target: ConformanceTarget): Promise<void> {
  const actions: Action[] = [];
  const records: RequestRecord[] = [];
  const config = {
    ...testCase.config,
    hooks: { ...BASE_HOOKS, ...testCase.hooks },
  } as HookwrightConfig;
  const late: LateDispatch[] = [];
  const contexts: DispatchContext[] = [];
  const begun = createGate();
  let began = 0;
  const { compile = compileHooks } = target;
  const hooks = compile(config, {
    transforms: TRANSFORMS,
    transformTimeoutMs: 50,
    keys: KEYS,
  });
  const ingress = createIngress({
    hooks: () => {
      if (testCase.hooksThrow === true) throw new Error("the hooks are unavailable");
      return hooks;
    },
    dispatch: async (action, context) => {
      contexts.push(context);
      if (testCase.dispatchFails !== undefined) {
        throw Object.assign(new Error("the gateway is unavailable"), testCase.dispatchFails);
      }
      begun.open();
      const { dispatches = ["takes"] } = testCase;
      const behavior = dispatches[Math.min(began, dispatches.length - 1)];
      began += 1;
      if (behavior === "fails") throw new Error("the gateway is unavailable");
      if (behavior === "never settles") await new Promise(() => undefined);
      if (behavior === "takes when aborted") await untilAborted(context.signal);
      actions.push(action);
    },
    observer: (record) => records.push(record),
    onLateDispatch: (outcome) => void late.push(outcome),
    bodyTimeoutMs: 300,
    ...testCase.options,
  });
  const running = await target.start(ingress, testCase.behind);
  try {
    const { times, request } = testCase.before ?? { times: 0, request: testCase.request };
    if (times > 0) await beAwayFromWindowEnd();
    for (let turn = 0; turn < times; turn++) await running.send(request);
    if (testCase.leaves === true) {
      await running.leave(testCase.request, begun.opened);
      await expect.poll(() => records.length, { timeout: 1_000 }).toBe(1);
    }
    const answer = testCase.leaves === true ? NO_ANSWER : await running.send(testCase.request);
    const isOurs = testCase.expect !== "not ours";
    // Each request has one record, whatever its outcome.
    expect(records).toHaveLength(isOurs ? times + 1 : 0);
    if (testCase.expect === "not ours") expectNotOurs(answer, target);
    else expectOutcome(testCase.expect, { answer, actions, record: records.at(-1) });
    await expect.poll(() => late).toMatchObject(testCase.late ?? []);
    expect(late).toHaveLength(testCase.late?.length ?? 0);
    if (testCase.contexts !== undefined) expect(contexts).toMatchObject(testCase.contexts);
    await expectServing(testCase, running, isOurs);
  } finally {
    await running.close();
  }
}

/** The target still serves the next request. */
async function expectServing(
  testCase: Case,
  { send }: RunningTarget,
  isOurs: boolean,
): Promise<void> {
  if (!isOurs) return;
  const path = String((testCase.hooks as { path?: string } | undefined)?.path ?? "/hooks");
  const { basePath = "" } = (testCase.options ?? {}) as { readonly basePath?: string };
  const target = `${basePath}/${path.replaceAll(/^\/|\/$/g, "")}/wake`;
  const next = await send({ target, body: '{"text":"still there?"}' });
  expect(next.status).toBe(nextStatus(testCase));
}

function nextStatus({ hooks, hooksThrow, dispatchFails, dispatches }: Case): number {
  if (hooksThrow === true) return 500;
  if (dispatchFails !== undefined || (dispatches?.at(-1) ?? "takes") !== "takes") return 503;
  return (hooks as HooksInput | undefined)?.respond?.wake?.status ?? 200;
}

/** A client that disconnected gets no answer, so the status of its record is compared instead. */
const NO_ANSWER: RawAnswer = { status: 499, headers: {}, body: "" };

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}

function createGate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

/** Failed attempts are counted by the minute of the clock, so a count must not go over its end. */
const WINDOW_MS = 60_000;

/** Far more than 25 requests take. */
const MIN_WINDOW_LEFT_MS = 5_000;

async function beAwayFromWindowEnd(): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < MIN_WINDOW_LEFT_MS) await new Promise((resolve) => setTimeout(resolve, left));
}

interface Outcome {
  readonly answer: RawAnswer;
  readonly actions: readonly Action[];
  readonly record: RequestRecord | undefined;
}

/** The outcome of a case → assertions that fail if the case expects something else. */
function expectNotOurs(answer: RawAnswer, { notOurs = 418 }: ConformanceTarget): void {
  expect(answer.status).toBe(notOurs);
}

function expectOutcome(wanted: CaseExpectation, outcome: Outcome): void {
  const { answer, actions, record } = outcome;
  expect(`${answer.status} ${answer.body}`).toMatch(new RegExp(`^${wanted.status} `));
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    expect(answer.headers[name], name).toEqual(
      value instanceof RegExp ? expect.stringMatching(value) : (value ?? undefined),
    );
  }
  if (typeof wanted.body === "string") expect(answer.body).toBe(wanted.body);
  else if (wanted.body !== undefined) expect(answer.body).toMatch(wanted.body);
  if (wanted.code !== undefined) expectError(wanted, answer);
  expect(actions).toMatchObject(wanted.actions ?? []);
  expect(actions).toHaveLength(wanted.actions?.length ?? 0);
  const { status, code } = wanted;
  expect({ code: undefined, ...record }).toMatchObject({ status, code, ...wanted.record });
  const visible = JSON.stringify([answer, record]);
  expect(visible).not.toContain(TOKEN);
  expect(visible).not.toContain(PRIVATE);
}

interface ErrorBody {
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** The shape of all errors: these keys, in this order, with sentences. */
function expectError(wanted: CaseExpectation, answer: RawAnswer): void {
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = JSON.parse(answer.body) as ErrorBody;
  const sentence = expect.stringMatching(/^[A-Z"].*\.$/);
  expect(answer.body).toBe(JSON.stringify(body));
  expect(body).toMatchObject({ ok: false, error: sentence, code: wanted.code });
  const keys = ["ok", "error", "code", ...(wanted.issues === undefined ? [] : ["issues"])];
  expect(Object.keys(body)).toEqual(keys);
  expect(body.issues?.map(({ path }) => path)).toEqual(wanted.issues);
  for (const issue of body.issues ?? [])
    expect(issue).toEqual({ path: issue.path, message: sentence });
  expect(answer.body).not.toMatch(/\n\s*at |\bat file:|node:internal|\.[jt]s:\d/);
}
