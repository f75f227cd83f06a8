// Cases and a host → tests that send each case as a real request and look at everything that comes of it.
import { type Action, compileHooks } from "@hookwright/core";
import { createIngress, type RequestRecord } from "@hookwright/core/ingress";
import { describe, expect, it } from "vitest";
import { BASE_HOOKS, TOKEN, TRANSFORMS } from "./base-config.ts";
import type { Case, CaseExpectation } from "./case.ts";
import type { Host } from "./host.ts";
import { type RawAnswer, sendRaw } from "./raw-http.ts";

export function runCases(host: Host, cases: readonly Case[]): void {
  describe(host.name, () => {
    for (const one of cases) {
      const skipped = one.rawOnly !== undefined && !host.isRaw;
      it.skipIf(skipped)(skipped ? `${one.name} (${one.rawOnly})` : one.name, () => run(one, host));
    }
  });
}

async function run(one: Case, host: Host): Promise<void> {
  const actions: Action[] = [];
  const records: RequestRecord[] = [];
  const ingress = createIngress({
    hooks: compileHooks(
      { ...one.config, hooks: { ...BASE_HOOKS, ...one.hooks } as never },
      { transforms: TRANSFORMS, transformTimeoutMs: 50 },
    ),
    dispatch: (action) => {
      if (one.dispatchFails === true) throw new Error("the gateway is away");
      actions.push(action);
      return undefined;
    },
    observer: (record) => records.push(record),
    bodyTimeoutMs: 300,
    ...one.options,
  });
  const { port, close } = await host.start(ingress);
  try {
    for (let turn = 0; turn < (one.before?.times ?? 0); turn++) {
      await sendRaw(port, one.before?.request ?? one.request);
    }
    const answer = await sendRaw(port, one.request);
    if (one.expect === "not ours") expectNotOurs(answer, records);
    else expectOutcome(one.expect, { answer, actions, record: records.at(-1) });
    // Whatever it was, the server goes on serving.
    const next = await sendRaw(port, { target: one.request.target, method: "POST", token: null });
    expect(next.status).toBeGreaterThanOrEqual(200);
  } finally {
    await close();
  }
}

/** Hosts answer 418 to what the adapter left alone. */
function expectNotOurs(answer: RawAnswer, records: readonly RequestRecord[]): void {
  expect(answer.status).toBe(418);
  expect(records).toEqual([]);
}

interface Outcome {
  readonly answer: RawAnswer;
  readonly actions: readonly Action[];
  readonly record: RequestRecord | undefined;
}

function expectOutcome(wanted: CaseExpectation, { answer, actions, record }: Outcome): void {
  expect(`${answer.status} ${answer.body}`).toMatch(new RegExp(`^${wanted.status} `));
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    expect(answer.headers[name], name).toEqual(
      typeof value === "string" ? value : expect.stringMatching(value),
    );
  }
  if (typeof wanted.body === "string") expect(answer.body).toBe(wanted.body);
  else if (wanted.body !== undefined) expect(answer.body).toMatch(wanted.body);
  if (wanted.code !== undefined) expectError(wanted, answer);
  expect(actions).toMatchObject(wanted.actions ?? []);
  expect(actions).toHaveLength(wanted.actions?.length ?? 0);
  expect(record).toMatchObject({ status: wanted.status, ...wanted.record });
  if (wanted.code !== undefined) expect(record?.code).toBe(wanted.code);
  expect(JSON.stringify([answer, record])).not.toContain(TOKEN);
}

function expectError(wanted: CaseExpectation, answer: RawAnswer): void {
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = JSON.parse(answer.body) as { issues?: { path: string; message: string }[] };
  const keys =
    wanted.issues === undefined ? ["ok", "error", "code"] : ["ok", "error", "code", "issues"];
  expect(body).toMatchObject({ ok: false, error: expect.stringMatching(/\.$/), code: wanted.code });
  expect(Object.keys(body)).toEqual(keys);
  expect(body.issues?.map(({ path }) => path)).toEqual(wanted.issues);
}
