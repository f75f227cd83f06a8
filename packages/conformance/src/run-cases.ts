// Cases and a host → tests that send each case as a real request and look at everything that comes of it.
import { type Action, compileHooks, type HookwrightConfig } from "@hookwright/core";
import { createIngress, type LateDispatch, type RequestRecord } from "@hookwright/core/ingress";
import { describe, expect, it } from "vitest";
import { BASE_HOOKS, TRANSFORMS } from "./base-config.ts";
import type { Case } from "./case.ts";
import { expectNotOurs, expectOutcome } from "./expect-outcome.ts";
import type { Host, RunningHost } from "./host.ts";
import type { RawAnswer } from "./raw-http.ts";

export function runCases(host: Host, cases: readonly Case[]): void {
  describe(host.name, () => {
    for (const one of cases) {
      const reason = skipReason(one, host);
      const title = reason === undefined ? one.name : `${one.name} (skipped: ${reason})`;
      it.skipIf(reason !== undefined)(title, () => runCase(one, host));
    }
  });
}

function skipReason({ needs, behind }: Case, host: Host): string | undefined {
  if (behind !== undefined && host.noParser !== undefined) return host.noParser;
  return needs === undefined ? undefined : host.rewrites?.[needs];
}

/** Rejects where anything of the case does not hold. */
export async function runCase(one: Case, host: Host): Promise<void> {
  const actions: Action[] = [];
  const records: RequestRecord[] = [];
  const config = { ...one.config, hooks: { ...BASE_HOOKS, ...one.hooks } } as HookwrightConfig;
  const late: LateDispatch[] = [];
  const begun = createGate();
  let began = 0;
  const hooks = compileHooks(config, { transforms: TRANSFORMS, transformTimeoutMs: 50 });
  const ingress = createIngress({
    hooks: () => {
      if (one.hooksThrow === true) throw new Error("the hooks are away");
      return hooks;
    },
    dispatch: async (action, context) => {
      if (one.dispatchFails === true) throw new Error("the gateway is away");
      begun.open();
      const { dispatches = ["takes"] } = one;
      const behavior = dispatches[Math.min(began, dispatches.length - 1)];
      began += 1;
      if (behavior === "never settles") await new Promise(() => undefined);
      if (behavior === "takes when aborted") await untilAborted(context.signal);
      actions.push(action);
    },
    observer: (record) => records.push(record),
    onLateDispatch: (outcome) => void late.push(outcome),
    bodyTimeoutMs: 300,
    ...one.options,
  });
  const running = await host.start(ingress, one.behind);
  try {
    const { times, request } = one.before ?? { times: 0, request: one.request };
    for (let turn = 0; turn < times; turn++) await running.send(request);
    if (one.leaves === true) {
      await running.leave(one.request, begun.opened);
      await expect.poll(() => records.length, { timeout: 1_000 }).toBe(1);
    }
    const answer = one.leaves === true ? NO_ANSWER : await running.send(one.request);
    const isOurs = one.expect !== "not ours";
    // One record for each request, whatever became of it.
    expect(records).toHaveLength(isOurs ? times + 1 : 0);
    if (one.expect === "not ours") expectNotOurs(answer, host);
    else expectOutcome(one.expect, { answer, actions, record: records.at(-1) });
    await expect.poll(() => late).toMatchObject(one.late ?? []);
    expect(late).toHaveLength(one.late?.length ?? 0);
    await expectServing(one, running, isOurs);
  } finally {
    await running.close();
  }
}

/** Whatever it was, the next one is served. */
async function expectServing(one: Case, { send }: RunningHost, isOurs: boolean): Promise<void> {
  if (!isOurs) return;
  const path = String((one.hooks as { path?: string } | undefined)?.path ?? "/hooks");
  const target = `/${path.replaceAll(/^\/|\/$/g, "")}/wake`;
  const next = await send({ target, body: '{"text":"still there?"}' });
  expect(next.status).toBe(nextStatus(one));
}

function nextStatus({ hooksThrow, dispatchFails, dispatches }: Case): number {
  if (hooksThrow === true) return 500;
  return dispatchFails === true || (dispatches?.at(-1) ?? "takes") !== "takes" ? 503 : 200;
}

/** Of a client that has left, what its record has as status stands for the answer. */
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
