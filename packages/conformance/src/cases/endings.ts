// Every request ends, even if a dispatch hangs, the hooks throw, or the sender leaves.
import { PRIVATE } from "../base-config.ts";
import type { Case } from "../case.ts";

const BATCH = {
  target: "/hooks/each",
  body: '{"messages":[{"subject":"a"},{"subject":"b"},{"subject":"c"}]}',
};
const AGENT = { target: "/hooks/agent", body: `{"message":"${PRIVATE}"}` };
const RETRY = { "retry-after": /^\d+$/ };

export const endingCases: readonly Case[] = [
  {
    name: "a dispatch that never settles is a 503 with Retry-After",
    dispatches: ["never settles"],
    options: { dispatchTimeoutMs: 50 },
    request: AGENT,
    expect: {
      status: 503,
      code: "dispatch_timeout",
      headers: RETRY,
      record: { runId: { asymmetricMatch: (runId: unknown) => typeof runId === "string" } },
    },
  },
  {
    name: "the time limit of a request applies to a single dispatch too",
    dispatches: ["never settles"],
    options: { requestTimeoutMs: 50 },
    request: AGENT,
    expect: { status: 503, code: "dispatch_timeout", headers: RETRY },
  },
  {
    name: "a dispatch that succeeds late is a 503, and its outcome is reported",
    dispatches: ["takes when aborted"],
    options: { dispatchTimeoutMs: 50 },
    request: { target: "/hooks/github", body: '{"pusher":"ann","repository":"site"}' },
    expect: { status: 503, code: "dispatch_timeout", actions: [{ kind: "agent" }] },
    late: [{ ok: true, name: "github", mappingId: "push" }],
  },
  {
    name: "a batch that exceeds its time names the elements that are left",
    dispatches: ["takes", "never settles"],
    options: { requestTimeoutMs: 200 },
    request: BATCH,
    expect: {
      status: 202,
      body: /^\{"ok":true,"results":\[\{"index":0,"ok":true,"runId":"[^"]+"\},\{"index":1,"ok":false,"error":"[^"]+","code":"batch_timeout"\},\{"index":2,"ok":false,"error":"[^"]+","code":"batch_timeout"\}\]\}$/,
      actions: [{ parts: [{ text: "a" }] }],
      record: { dispatched: 1, refused: 0, timedOut: 2 },
    },
  },
  {
    name: "a batch without a dispatch in time is a 503",
    dispatches: ["never settles"],
    options: { requestTimeoutMs: 50 },
    request: BATCH,
    expect: {
      status: 503,
      code: "batch_timeout",
      headers: RETRY,
      record: { dispatched: 0, timedOut: 3 },
    },
  },
  {
    name: "a sender that leaves aborts the dispatch, and no further element is dispatched",
    dispatches: ["takes when aborted", "takes"],
    leaves: true,
    request: BATCH,
    expect: {
      status: 499,
      actions: [{ parts: [{ text: "a" }] }],
      record: { code: "client_closed", dispatched: 1 },
    },
  },
  {
    name: "a hooks function that throws is a 500",
    hooksThrow: true,
    request: { target: "/hooks/github", body: "{}" },
    expect: { status: 500, code: "internal_error", record: { name: "github" } },
  },
  {
    name: "a hooks function that throws leaves other paths alone",
    hooksThrow: true,
    request: { target: "/other" },
    expect: "not ours",
  },
];
