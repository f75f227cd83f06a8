import { expect, test } from "vitest";
import { BEARER, createHarness, TOKEN } from "../../test/ingress/harness.ts";

const send = async (id: string | string[], options: Parameters<typeof createHarness>[0] = {}) => {
  const harness = createHarness({
    ...options,
    ingress: { randomId: () => "own", ...options.ingress },
  });
  const answer = await harness.send({ headers: { ...BEARER, "x-request-id": id } });
  return { record: harness.records[0]?.requestId, answer: answer.headers["x-request-id"] };
};

test.each([
  "7d0e2b3c-6a0a-4a58-9f54-0c6f2f1f8a11",
  "Root=1-67891233-abc",
  "a/b+c@d:e._=",
  "x".repeat(128),
])("readRequestId() takes %s for the record, and repeats it in the answer", async (id) => {
  expect(await send(id)).toEqual({ record: id, answer: id });
});

test.each([
  "",
  "two words",
  "a\tb",
  'a"b',
  "a<b",
  "a,b",
  "naïve",
  "x".repeat(129),
  `id-${TOKEN}`,
  TOKEN.replace("t", "%74"),
])(
  "readRequestId() does not take %j: the record has an id of its own, and the answer none",
  async (id) => {
    expect(await send(id)).toEqual({ record: "own-1", answer: undefined });
  },
);

test("readRequestId() takes none of two", async () => {
  expect(await send(["a", "b"])).toEqual({ record: "own-1", answer: undefined });
});

test("readRequestId() never repeats the secret of a route", async () => {
  const auth = { provider: "github", secret: "secret-of-the-signed-routes" };
  const hooks = { mappings: [{ match: { path: "a" }, auth, messageTemplate: "x" }] };
  expect(await send(auth.secret, { hooks })).toEqual({ record: "own-1", answer: undefined });
});

test("readRequestId() takes no header that carries the token of a route", async () => {
  const auth = { token: "short", header: "x-request-id" };
  const harness = createHarness({
    hooks: { mappings: [{ match: { path: "a" }, auth, messageTemplate: "x" }] },
    ingress: { randomId: () => "own" },
  });
  const headers = { "x-request-id": "sh0rt" };
  const answer = await harness.send({ target: "/hooks/a", headers });
  expect(answer.headers).not.toHaveProperty("x-request-id");
  expect(harness.records[0]?.requestId).toBe("own-1");
});

test("withRequestId() is for refusals, too, and for answers that tell nobody else", async () => {
  const harness = createHarness({ ingress: { observer: undefined } as object });
  const answer = await harness.send({ headers: { "x-request-id": "a" } });
  expect(answer).toMatchObject({ status: 401, headers: { "x-request-id": "a" } });
  expect((await harness.send()).headers).not.toHaveProperty("x-request-id");
});

test("createRequestIds() gives each request another id, made of one random id", async () => {
  let drawn = 0;
  const harness = createHarness({ ingress: { randomId: () => `random-${++drawn}` } });
  for (let at = 0; at < 3; at++) await harness.send({ headers: {} });
  expect(harness.records.map(({ requestId }) => requestId)).toEqual([
    "random-1-1",
    "random-1-2",
    "random-1-3",
  ]);
});
