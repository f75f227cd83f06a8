// Requests to a hook of several mappings → what a host carries out, also of repeats, with `coalesce` and after a kill.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { embedded } from "./support/embedded.ts";
import { createTestHost, type TestHost } from "./support/test-host.ts";

const TOKEN = "a-token-of-more-than-24-characters";

const mapping = (id: string, more: object = {}) => ({
  id,
  match: { path: "ci" },
  sessionKey: `hook:${id}`,
  messageTemplate: `${id}: {{job}}`,
  ...more,
});

const BOTH = [mapping("review", { continue: true }), mapping("audit")];
const JOINED = [
  mapping("digest", { continue: true, coalesce: { key: "{{repo}}", seconds: 30 } }),
  mapping("audit"),
];

/** Each call has an ingress of its own, which knows no earlier request: as after a start of the process. */
function serve(host: TestHost, mappings: readonly object[]) {
  const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN, mappings } });
  const ingress = createIngress({ hooks, dispatch: host.engine.dispatch });
  return async (value: object, key?: string) => {
    const answer = await ingress.receive({
      method: "POST",
      target: "/hooks/ci",
      headers: () => ({
        authorization: `Bearer ${TOKEN}`,
        ...(key !== undefined && { "idempotency-key": key }),
      }),
      remoteAddress: () => undefined,
      readBody: async () => ({ kind: "parsed", value }),
      isGone: () => false,
    });
    await host.time.idle();
    const { status, body = "", headers } = answer ?? expect.fail("no answer");
    const { results } = JSON.parse(body) as { results?: readonly { runId: string }[] };
    return {
      status,
      runIds: results?.map(({ runId }) => runId),
      isReplayed: headers?.["idempotent-replayed"] === "true",
    };
  };
}

/** Without turns of the main session, which gets a summary of each run. */
const turnsOf = ({ runner }: TestHost) =>
  runner.turns.flatMap(({ turn: { mappingId, sessionKey, message } }) =>
    mappingId === undefined ? [] : [[mappingId, sessionKey, wordsOf(message)] as const],
  );

/** The lines from outside. */
function wordsOf(message: string): readonly string[] {
  return message.split("\n").flatMap((line) => (line.startsWith("> ") ? [line.slice(2)] : []));
}

const REVIEW = ["review", "hook:review", ["review: lint"]];
const AUDIT = ["audit", "hook:audit", ["audit: lint"]];

test("one event is a run of each mapping, in a session of its own", async () => {
  const host = await createTestHost(embedded);
  const { status, runIds } = await serve(host, BOTH)({ job: "lint" });
  expect(status).toBe(202);
  expect(new Set(runIds).size).toBe(2);
  expect(turnsOf(host)).toEqual([REVIEW, AUDIT]);
  expect((await host.engine.runs.list()).items.map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining([
      [runIds?.[0], "done"],
      [runIds?.[1], "done"],
    ]),
  );
});

test("a repeat of one key gets the first runs, also of an ingress that forgot them, and after a kill", async () => {
  const host = await createTestHost(embedded);
  const send = serve(host, BOTH);
  const first = await send({ job: "lint" }, "build-7");
  expect(await send({ job: "lint" }, "build-7")).toEqual({ ...first, isReplayed: true });
  expect((await serve(host, BOTH)({ job: "lint" }, "build-7")).runIds).toEqual(first.runIds);
  const next = await host.kill({});
  expect((await serve(next, BOTH)({ job: "lint" }, "build-7")).runIds).toEqual(first.runIds);
  expect([...turnsOf(host), ...turnsOf(next)]).toEqual([REVIEW, AUDIT]);
  expect((await serve(next, BOTH)({ job: "lint" }, "build-8")).runIds).not.toEqual(first.runIds);
});

test("after a kill between two mappings, the repeat adds the second run and does not repeat the first", async () => {
  const host = await createTestHost(embedded, { isStarted: false });
  const engine: TestHost["engine"] = {
    ...host.engine,
    dispatch: async (action, context) => {
      if (context.mappingId === "audit") throw new Error("The process ends here.");
      return host.engine.dispatch(action, context);
    },
  };
  await serve({ ...host, engine }, BOTH)({ job: "lint" }, "build-7");
  const next = await host.kill({ isStarted: true });
  expect((await next.engine.runs.list()).items).toMatchObject([{ mappingId: "review" }]);
  const { runIds } = await serve(next, BOTH)({ job: "lint" }, "build-7");
  expect(new Set(runIds).size).toBe(2);
  expect(turnsOf(next)).toEqual([REVIEW, AUDIT]);
});

test("a mapping with coalesce joins its events, and the next one runs at once for each", async () => {
  const host = await createTestHost(embedded);
  const send = serve(host, JOINED);
  const first = await send({ repo: "shop", job: "lint" }, "1");
  await host.time.wait(5_000);
  const second = await send({ repo: "shop", job: "tests" }, "2");
  expect(second.runIds?.[0]).toBe(first.runIds?.[0]);
  expect(second.runIds?.[1]).not.toBe(first.runIds?.[1]);
  expect(turnsOf(host)).toEqual([
    ["audit", "hook:audit", ["audit: lint"]],
    ["audit", "hook:audit", ["audit: tests"]],
  ]);
  await host.time.after(30_000, () => turnsOf(host).length === 3);
  const joined = ["digest: lint", "digest: tests"];
  expect(turnsOf(host)[2]).toEqual(["digest", expect.stringContaining("hook:"), joined]);
});

test("a repeat adds nothing to what a mapping joins, also after a kill", async () => {
  const host = await createTestHost(embedded);
  const send = serve(host, JOINED);
  const first = await send({ repo: "shop", job: "lint" }, "1");
  await send({ repo: "shop", job: "lint" }, "1");
  const next = await host.kill({});
  const sendNext = serve(next, JOINED);
  expect((await sendNext({ repo: "shop", job: "lint" }, "1")).runIds).toEqual(first.runIds);
  expect((await sendNext({ repo: "shop", job: "tests" }, "2")).runIds?.[0]).toBe(first.runIds?.[0]);
  await next.time.within(31_000, () => turnsOf(next).length >= 2);
  const all = [...turnsOf(host), ...turnsOf(next)];
  expect(all.filter(([id]) => id === "audit").map(([, , words]) => words)).toEqual([
    ["audit: lint"],
    ["audit: tests"],
  ]);
  expect(all.filter(([id]) => id === "digest").map(([, , words]) => words)).toEqual([
    ["digest: lint", "digest: tests"],
  ]);
});
