import { expect, test } from "vitest";
import { createHarness, TOKEN } from "../../test/ingress/harness.ts";
import type { TransformContext } from "../model/transform.ts";
import { IngressEvent } from "./ingress-event.ts";

const source = {
  name: "ci",
  payload: { a: 1 },
  headers: { "x-event": "push", cookie: "session=1", authorization: "Bearer 1" },
  query: { token: "1", x: "2" },
  target: "/hooks/ci?token=1&x=2",
  receivedAt: 5,
};

test("IngressEvent says what the request says, without what carries secrets", () => {
  const event = new IngressEvent(
    { ...source, headers: { ...source.headers, "proxy-authorization": "1", "x-my-token": "1" } },
    ["x-my-token"],
  );
  const { path, payload, receivedAt, headers, query, url } = event;
  expect({ path, payload, receivedAt, headers, query, url }).toEqual({
    path: "ci",
    payload: { a: 1 },
    receivedAt: 5,
    headers: { "x-event": "push" },
    query: { x: "2" },
    url: "/hooks/ci",
  });
});

test("IngressEvent keeps the target where it has no query", () => {
  expect(new IngressEvent({ ...source, target: "/hooks/ci" }, []).url).toBe("/hooks/ci");
});

test("IngressEvent gives the path of a target in absolute form as the URL", () => {
  const target = "http://example.com/hooks/ci?x=2";
  expect(new IngressEvent({ ...source, target }, []).url).toBe("/hooks/ci");
});

test("IngressEvent leaves out what is called __proto__", () => {
  const record = JSON.parse('{"__proto__":"x","y":"z"}') as Record<string, string>;
  const { headers, query } = new IngressEvent({ ...source, headers: record, query: record }, []);
  expect(Object.keys(headers)).toEqual(["y"]);
  expect(Object.keys(query)).toEqual(["y"]);
});

const carriers = {
  authorization: { headers: { authorization: `Bearer ${TOKEN}` }, query: "" },
  "x-gateway-token": { headers: { "x-gateway-token": TOKEN }, query: "" },
  "a header of the option": { headers: { "x-my-token": TOKEN }, query: "" },
  "?token=": { headers: {}, query: `token=${TOKEN}&` },
};

const EXPRESSIONS = [
  "{{headers}}",
  "{{headers.authorization}}{{headers.x-gateway-token}}{{headers.x-my-token}}",
  "{{query}}{{query.token}}",
  "{{path}}",
].join("");

test.each(Object.entries(carriers))(
  "answerRequest() shows no token from %s to templates, transforms and records",
  async (_carrier, { headers, query }) => {
    const contexts: TransformContext[] = [];
    const echo = (context: TransformContext) => {
      contexts.push(context);
      return undefined;
    };
    const harness = createHarness({
      hooks: {
        mappings: [
          { match: { path: "ci" }, messageTemplate: EXPRESSIONS, transform: { module: "echo.js" } },
        ],
      },
      compile: { transforms: { "echo.js": echo } },
      ingress: { tokenHeaders: ["x-my-token"] },
    });
    const target = `/hooks/ci?${query}x=seen`;
    const answer = await harness.send({ target, headers: { ...headers, "x-event": "push" } });
    expect(answer.status).toBe(202);
    const seen = JSON.stringify([harness.dispatched, contexts, harness.records, harness.warnings]);
    expect(seen).toContain("seen");
    expect(seen).toContain("push");
    expect(seen).not.toContain(TOKEN);
  },
);

test("answerRequest() hides a token in the query even where it is switched off as a carrier", async () => {
  const harness = createHarness({
    hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "a{{query.token}}{{query}}" }] },
    ingress: { queryToken: false },
  });
  await harness.send({ target: `/hooks/ci?token=${TOKEN}` });
  expect(harness.dispatched[0]?.action).toMatchObject({ parts: [{ text: "a{}" }] });
});
