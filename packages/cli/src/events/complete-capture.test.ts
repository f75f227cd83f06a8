import { expect, test } from "vitest";
import { parseHttpRequest } from "../senders/parse-http-request.ts";
import { completeCapture } from "./complete-capture.ts";

function parse(text: string, target?: string) {
  const request = parseHttpRequest(completeCapture(Buffer.from(text, "latin1"), { target }));
  const { method, headers } = request;
  const body = Buffer.from(request.body).toString("latin1");
  return { method, target: request.target, headers, body };
}

const PUSH = { "content-type": "application/json", "x-github-event": "push" };

test("E2 completeCapture() leaves a complete request as it is", () => {
  for (const text of [
    "POST /hooks/x HTTP/1.1\r\nA: 1\r\nB: 2\r\n\r\n{}\n\xff",
    "POST /hooks/x\nA: 1\n\nPayload\n{}",
    "POST /hooks/x HTTP/1.1\n",
  ]) {
    const bytes = Buffer.from(text, "latin1");
    expect(completeCapture(bytes, { target: "/hooks/other" })).toBe(bytes);
  }
});

test("E2 completeCapture() reads headers without a request line", () => {
  const text = 'Content-Type: application/json\nX-GitHub-Event: push\n\n{"a":1}\n';
  expect(parse(text, "/hooks/github")).toEqual({
    method: "POST",
    target: "/hooks/github",
    headers: PUSH,
    body: '{"a":1}\n',
  });
  expect(() => parse(text)).toThrow("The request has no line that says where it goes.");
});

test.each([
  ["\n", "\n\n"],
  ["\r\n", "\r\n"],
])("E2 completeCapture() reads what GitHub's Recent deliveries show", (end, between) => {
  const lines = [
    "Headers",
    "Request URL: https://example.com/hooks/github?a=1",
    "Request method: POST",
    "Content-Type: application/json",
    "X-GitHub-Event: push",
  ];
  const text = `${lines.join(end)}${between}Payload${end}{\xe4}`;
  expect(parse(text, "/hooks/other")).toEqual({
    method: "POST",
    target: "/hooks/github?a=1",
    headers: PUSH,
    body: "{\xe4}",
  });
});

test("E2 completeCapture() reads a table of headers, as webhook.site shows it", () => {
  const text = "\nRequest headers\n\ncontent-type\tapplication/json\nx-github-event\t push\n\n{}";
  expect(parse(text, "/hooks/github")).toMatchObject({ headers: PUSH, body: "{}" });
});

test("E2 completeCapture() reads the head that curl -v shows", () => {
  const text =
    "*   Trying 127.0.0.1:80...\r\n* Connected\r\n> POST /hooks/github HTTP/1.1\r\n> Content-Type: application/json\r\n> X-GitHub-Event: push\r\n>\r\n< HTTP/1.1 202 Accepted\r\n< a: b\r\n";
  const sent = { method: "POST", target: "/hooks/github", headers: PUSH, body: "" };
  expect(parse(text)).toEqual(sent);
});

test("E2 completeCapture() reads the pseudo headers of HTTP/2", () => {
  const text =
    ":authority: a.example\n:method: POST\n:path: /hooks/github\nContent-Type: application/json\nx-github-event: push\n\n{}";
  expect(parse(text)).toMatchObject({ target: "/hooks/github", headers: PUSH, body: "{}" });
});

test("E2 completeCapture() mends a request line over headers in another form", () => {
  const text =
    "PUT /hooks/github HTTP/1.1\ncontent-type\tapplication/json\nx-github-event\tpush\n\n";
  expect(parse(text)).toMatchObject({ method: "PUT", target: "/hooks/github", headers: PUSH });
});
