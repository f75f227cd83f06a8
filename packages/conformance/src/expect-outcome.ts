// The outcome of a case → assertions that fail if the case expects something else.
import type { Action } from "@hookwright/core";
import type { RequestRecord } from "@hookwright/core/ingress";
import { expect } from "vitest";
import { PRIVATE, TOKEN } from "./base-config.ts";
import type { CaseExpectation } from "./case.ts";
import type { RawAnswer } from "./raw-http.ts";
import type { ConformanceTarget } from "./target.ts";

export interface Outcome {
  readonly answer: RawAnswer;
  readonly actions: readonly Action[];
  readonly record: RequestRecord | undefined;
}

export function expectNotOurs(answer: RawAnswer, { notOurs = 418 }: ConformanceTarget): void {
  expect(answer.status).toBe(notOurs);
}

export function expectOutcome(wanted: CaseExpectation, outcome: Outcome): void {
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
