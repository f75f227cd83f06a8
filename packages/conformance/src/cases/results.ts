// Callers that wait for their run, and questions about runs.
import type { Completion, RunFacts } from "@hookwright/core/ingress";
import type { Case, CaseRequest } from "../case.ts";

const DONE: RunFacts = { state: "done", deliveries: [{ channel: "telegram", state: "queued" }] };

const FACTS = '"state":"done","deliveries":[{"channel":"telegram","state":"queued"}]}';

function waiting(wait: Completion["wait"]): object {
  const find: Completion["find"] = (id, proof) =>
    id === "run 7" && proof === "token" ? DONE : undefined;
  return { completion: { wait, find }, randomId: () => "run-1" };
}

const ended = waiting(async () => DONE);

const ask: CaseRequest = {
  target: "/hooks/agent",
  body: '{"message":"m","waitForCompletion":true}',
};

const look = (id: string, request: object = {}): CaseRequest => ({
  method: "GET",
  target: `/hooks/runs/${id}`,
  ...request,
});

const NOBODY_STORES = { "cache-control": "no-store" };

export const resultCases: readonly Case[] = [
  {
    name: "a caller that waits gets the end of its run",
    options: ended,
    request: ask,
    expect: {
      status: 200,
      body: `{"ok":true,"runId":"run-1",${FACTS}`,
      headers: { "content-type": "application/json; charset=utf-8" },
      actions: [{ kind: "agent" }],
      record: { outcome: "action", runId: "run-1" },
    },
  },
  {
    name: "a caller that is not to wait any longer gets the 202",
    options: waiting(() => undefined),
    request: ask,
    expect: { status: 202, body: '{"ok":true,"runId":"run-1"}', actions: [{ kind: "agent" }] },
  },
  {
    name: "a caller that leaves ends its wait alone",
    options: waiting(() => new Promise(() => undefined)),
    leaves: true,
    request: ask,
    expect: {
      status: 499,
      actions: [{ kind: "agent" }],
      record: { status: 202, outcome: "action", runId: "run-1" },
    },
  },
  {
    name: "a repeat waits, too, and starts no run",
    options: ended,
    before: { times: 1, request: { ...ask, headers: [["Idempotency-Key", "build 7"]] } },
    request: { ...ask, headers: [["Idempotency-Key", "build 7"]] },
    expect: {
      status: 200,
      body: `{"ok":true,"runId":"run-1",${FACTS}`,
      headers: { "idempotent-replayed": "true" },
      actions: [{ kind: "agent" }],
    },
  },
  {
    name: "a request that waits is refused where nothing knows of runs",
    request: ask,
    expect: { status: 400, code: "completion_unavailable", issues: ["/waitForCompletion"] },
  },
  {
    name: "GET says what became of a run",
    options: ended,
    request: look("run%207"),
    expect: {
      status: 200,
      body: `{"ok":true,"runId":"run 7",${FACTS}`,
      headers: NOBODY_STORES,
      record: { method: "GET", route: "runs", lookup: "run" },
    },
  },
  {
    name: "HEAD says whether there is such a run",
    options: ended,
    request: look("run%207", { method: "HEAD" }),
    expect: { status: 200, body: "", headers: NOBODY_STORES, record: { route: "runs" } },
  },
  {
    name: "an unknown run is a 404",
    options: ended,
    request: look("run-8"),
    expect: { status: 404, code: "run_not_found", headers: NOBODY_STORES },
  },
  {
    name: "a wrong token is a 401 before the run is looked up",
    options: ended,
    request: look("run%207", { token: "wrong" }),
    expect: { status: 401, code: "unauthorized", headers: NOBODY_STORES },
  },
  {
    name: "GET of a run is a 405 where nothing knows of runs",
    request: look("run-7"),
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
];
