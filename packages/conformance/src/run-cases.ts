// Cases and a host → tests that send each case as a real request and look at everything that comes of it.
import { type Action, compileHooks, type HookwrightConfig } from "@hookwright/core";
import { createIngress, type RequestRecord } from "@hookwright/core/ingress";
import { describe, expect, it } from "vitest";
import { BASE_HOOKS, TRANSFORMS } from "./base-config.ts";
import type { Case } from "./case.ts";
import { expectNotOurs, expectOutcome } from "./expect-outcome.ts";
import type { Host, RunningHost } from "./host.ts";

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
  const ingress = createIngress({
    hooks: compileHooks(config, { transforms: TRANSFORMS, transformTimeoutMs: 50 }),
    dispatch: async (action) => {
      if (one.dispatchFails === true) throw new Error("the gateway is away");
      actions.push(action);
    },
    observer: (record) => records.push(record),
    bodyTimeoutMs: 300,
    ...one.options,
  });
  const running = await host.start(ingress, one.behind);
  try {
    const { times, request } = one.before ?? { times: 0, request: one.request };
    for (let turn = 0; turn < times; turn++) await running.send(request);
    const answer = await running.send(one.request);
    const isOurs = one.expect !== "not ours";
    // One record for each request, whatever became of it.
    expect(records).toHaveLength(isOurs ? times + 1 : 0);
    if (one.expect === "not ours") expectNotOurs(answer, host);
    else expectOutcome(one.expect, { answer, actions, record: records.at(-1) });
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
  expect(next.status).toBe(one.dispatchFails === true ? 503 : 200);
}
