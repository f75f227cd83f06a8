import { expect, test } from "vitest";
import { explain } from "../../test/explaining/explain.ts";

test("findMeantRead() reports empty expressions with the name that was probably meant", async () => {
  const { emptyExpressions } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate:
          "{{job.nmae}} {{jbo.name}} {{job.name.first}} {{else_where}} {{headers.h}} {{nil.x}} {{nil}}",
      },
    ],
    { path: "ci", payload: { job: { name: "lint" }, nil: null } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{job.nmae}}", nearest: "job.name" },
    { field: "message", expression: "{{jbo.name}}", nearest: "job.name" },
    { field: "message", expression: "{{job.name.first}}" },
    { field: "message", expression: "{{else_where}}" },
    { field: "message", expression: "{{headers.h}}" },
    { field: "message", expression: "{{nil.x}}" },
    { field: "message", expression: "{{nil}}" },
  ]);
});

test("findMeantRead() names the field of the payload from its root where a block has none of that name", async () => {
  const { emptyExpressions } = await explain(
    [{ match: { path: "ci" }, messageTemplate: "x{{#with a}}{{sender.login}}{{gone.x}}{{/with}}" }],
    { path: "ci", payload: { a: { b: 1 }, sender: { login: "ann" } } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{sender.login}}", nearest: "@root.sender.login" },
    { field: "message", expression: "{{gone.x}}" },
  ]);
});

test("findMeantRead() knows the fields of headers, of the query and of the element", async () => {
  const messageTemplate =
    "x{{headers.x-evnt}}{{query.kin}}{{item.subjct}}{{subject}}{{list.1}}{{pathh}}{{item.gone}}{{mesages}}";
  const { emptyExpressions } = await explain([{ forEach: "list", messageTemplate }], {
    path: "ci",
    payload: { list: [{ subject: "s" }, { subject: "t" }], messages: 1 },
    headers: { "X-Event": "push" },
    query: { kind: "full" },
  });
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{headers.x-evnt}}", nearest: "headers.x-event" },
    { field: "message", expression: "{{query.kin}}", nearest: "query.kind" },
    { field: "message", expression: "{{item.subjct}}", nearest: "item.subject" },
    { field: "message", expression: "{{subject}}", nearest: "item.subject" },
    { field: "message", expression: "{{list.1}}", nearest: "list[0]" },
    { field: "message", expression: "{{pathh}}" },
    { field: "message", expression: "{{item.gone}}" },
    { field: "message", expression: "{{mesages}}", nearest: "messages" },
  ]);
});

test("findMeantRead() suggests nothing for what is no field", async () => {
  const { emptyExpressions } = await explain(
    [{ forEach: "list", messageTemplate: "x{{item}}{{now.x}}{{payload.x}}" }],
    { path: "ci", payload: { list: [""] } },
  );
  expect(emptyExpressions.map(({ nearest }) => nearest)).toEqual([undefined, undefined, undefined]);
});

test("findMeantRead() looks past a block's context for a field that the root has under another tool's name", async () => {
  const { emptyExpressions } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate: "x{{#with body}}{{title}}{{/with}}{{list.id}}",
      },
    ],
    { path: "ci", payload: { body: { b: 1 }, title: "t", list: [{ id: 1 }] } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{title}}", nearest: "@root.title" },
    { field: "message", expression: "{{list.id}}" },
  ]);
});
