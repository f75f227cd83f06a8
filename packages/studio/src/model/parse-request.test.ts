import { expect, test } from "vitest";
import { parseRequest } from "./parse-request.ts";

const EVENT = {
  path: "github",
  headers: "x-github-event: push\ncontent-type: application/json",
  query: "",
  payload: '{\n  "ref": "it\'s main"\n}',
};

test.each([
  [
    "a curl command over several lines",
    `curl -X POST 'https://host.example/hooks/github' \\
  -H 'X-GitHub-Event: push' \\
  -H "Content-Type: application/json" \\
  -d '{"ref":"it'\\''s main"}'`,
  ],
  [
    "a curl command as browsers copy it",
    `curl --url https://host.example/hooks/github -H'X-GitHub-Event: push' --header='Content-Type: application/json' --data-raw $'{"ref":"it\\'s main"}' --compressed`,
  ],
  [
    "a raw request",
    `POST /hooks/github HTTP/1.1\r\nX-GitHub-Event: push\r\nContent-Type: application/json\r\n\r\n{"ref":"it's main"}`,
  ],
  [
    "an event file",
    `{"path": "github", "headers": {"x-github-event": "push", "content-type": "application/json"}, "payload": {"ref": "it's main"}}`,
  ],
])("parseRequest() reads %s", (_, text) => {
  expect(parseRequest(text, "other")).toEqual({ ok: true, event: EVENT });
});

test("parseRequest() takes any other JSON as the payload of the present hook", () => {
  const result = parseRequest('{"ref": "main"}', "github");
  expect(result).toMatchObject({
    ok: true,
    event: { path: "github", payload: '{\n  "ref": "main"\n}' },
  });
});

test("parseRequest() reads query parameters, and the form that holds a payload", () => {
  const text =
    "curl 'http://127.0.0.1:8080/hooks/slack?team=a' -H 'Content-Type: application/x-www-form-urlencoded' -d 'payload=%7B%22a%22%3A1%7D'";
  expect(parseRequest(text, "x")).toMatchObject({
    ok: true,
    event: { path: "slack", query: "team=a", payload: '{\n  "a": 1\n}' },
  });
});

test("parseRequest() keeps the digits of integers that no double can hold", () => {
  expect(parseRequest("curl http://h/hooks/a -d '{\"id\":820982911946154508}'", "x")).toMatchObject(
    {
      ok: true,
      event: { payload: '{"id":820982911946154508}' },
    },
  );
});

test.each([
  ["plain words", "hello", /Paste a curl command/],
  ["an open quote", "curl http://h -d 'x", /open quote/],
  ["a body in a file", "curl http://h -d @body.json", /paste the body/],
])("parseRequest() says what is wrong with %s, without the text", (_, text, message) => {
  expect(parseRequest(text, "x")).toMatchObject({
    ok: false,
    message: expect.stringMatching(message),
  });
});
