import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { checkCapture, completeCapture, parseHttpRequest } from "./captured-request.ts";

const parse = (text: string) => parseHttpRequest(Buffer.from(text, "latin1"));
const HEAD = "POST /hooks/x HTTP/1.1";

test("parseHttpRequest() reads a head with CRLF, and leaves the body as it is", () => {
  const request = parse(`${HEAD}\r\nHost: a.example\r\nX-A:  1 \r\n\r\n{"a":\r\n1}\n\xff`);
  expect(request).toMatchObject({
    method: "POST",
    target: "/hooks/x",
    headers: { host: "a.example", "x-a": "1" },
    lineEnds: "CRLF",
    hasBlankLine: true,
  });
  expect(Buffer.from(request.body).toString("latin1")).toBe('{"a":\r\n1}\n\xff');
});

test.each([
  ["LF", `${HEAD}\nA: 1\n\nb`, "b"],
  ["mixed", `${HEAD}\r\nA: 1\n\r\nb`, "b"],
  ["mixed", `${HEAD}\nA: 1\r\n\n\nb`, "\nb"],
])("parseHttpRequest() takes lines that end in %s", (lineEnds, text, body) => {
  const request = parse(text);
  expect([request.lineEnds, Buffer.from(request.body).toString()]).toEqual([lineEnds, body]);
});

test("parseHttpRequest() keeps each value of a repeated header", () => {
  expect(parse(`${HEAD}\nA: 1\na: 2\nB: x\n\n`).headers).toEqual({ a: ["1", "2"], b: "x" });
});

test.each([
  ["POST http://a.example/x?y=1 HTTP/1.1", "/x?y=1"],
  ["POST https://a.example HTTP/1.1", "/"],
  ["GET /x HTTP/2", "/x"],
  ["GET /x", "/x"],
])("parseHttpRequest() reads the target of %s", (line, target) => {
  expect(parse(`${line}\n\n`).target).toBe(target);
});

test.each([
  ["", "its first line is not a request line"],
  ['{"a":1}', "its first line is not a request line"],
  [`${HEAD}\nno header\n\n`, "Line 2 of the file is not a header."],
])("parseHttpRequest() refuses %j without repeating it", (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test.each([
  [`${HEAD}\nA: 1`, "No empty line ends the headers, so there is no body."],
  [`${HEAD}\nContent-Length: 1\n\nb`, undefined],
  [`${HEAD}\n\nb`, undefined],
  [
    `${HEAD}\nContent-Length: 1\n\nb\n`,
    "The body is one byte longer than Content-Length: an editor has added a line feed at its end.",
  ],
  [
    `${HEAD}\nContent-Length: 1\n\nb\r\n`,
    "The body is 2 bytes longer than Content-Length: an editor has added a line feed at its end.",
  ],
  [
    `${HEAD}\nContent-Length: 1\n\nbc`,
    "The body is one byte longer than Content-Length: it was changed after it was sent.",
  ],
  [
    `${HEAD}\nContent-Length: 3\n\nb`,
    "The body is 2 bytes shorter than Content-Length: it was cut off, or its line ends were changed.",
  ],
  [`${HEAD}\nContent-Length: x\n\nb`, "Content-Length is not a number."],
  [`${HEAD}\nContent-Length: 1\nContent-Length: 1\n\nb`, "Content-Length is not a number."],
  [
    `${HEAD}\nTransfer-Encoding: chunked\n\nb`,
    "Transfer-Encoding: if the file has the lengths of chunks, remove them from the body.",
  ],
])("checkCapture() checks the length of %j", (text, note) => {
  expect(checkCapture(parse(text)).lengthNotes).toEqual(note === undefined ? [] : [note]);
});

function compressed(body: Uint8Array, coding?: string): ReturnType<typeof checkCapture> {
  const header = coding === undefined ? "" : `Content-Encoding: ${coding}\n`;
  const head = Buffer.from(`${HEAD}\n${header}Content-Length: ${body.length}\n\n`);
  return checkCapture(parseHttpRequest(Buffer.concat([head, body])));
}

const JSON_BODY = Buffer.from('{"a":1}');

test.each([
  ["gzip", gzipSync(JSON_BODY)],
  ["x-gzip", gzipSync(JSON_BODY)],
  ["deflate", deflateSync(JSON_BODY)],
  ["deflate", deflateRawSync(Buffer.from("x".repeat(1_000)))],
  ["br", brotliCompressSync(Buffer.from("x".repeat(1_000)))],
])("checkCapture() reads a body that is compressed with %s", (coding, body) => {
  const { encodingNotes, decompressed, lengthNotes } = compressed(body, coding);
  const name = coding.replace("x-", "");
  expect(encodingNotes).toEqual([`The body is compressed with ${name}, as Content-Encoding says.`]);
  expect(decompressed?.coding).toBe(name);
  expect(Buffer.from(decompressed?.body ?? []).toString()).toMatch(/^(?:\{"a":1\}|x+)$/);
  expect(lengthNotes).toEqual([]);
});

test("checkCapture() reports a Content-Encoding that does not fit the body", () => {
  const gzip = gzipSync(JSON_BODY);
  expect(compressed(gzip).encodingNotes).toEqual([
    "The body is compressed with gzip, and Content-Encoding does not say so: it is missing or names another coding.",
  ]);
  expect(compressed(gzip, "br").encodingNotes).toEqual([
    "The body is compressed with gzip, and Content-Encoding does not say so: it names br.",
  ]);
  expect(compressed(JSON_BODY, "gzip").encodingNotes).toEqual([
    "Content-Encoding names gzip, and the body is not compressed: what saved the request has decompressed it. Senders sign what they send, so save the bytes as they arrive.",
  ]);
  expect(compressed(JSON_BODY)).toEqual({
    lengthNotes: [],
    encodingNotes: [],
    decompressed: undefined,
  });
  expect(compressed(Buffer.alloc(0), "gzip").encodingNotes).toEqual([]);
});

test("checkCapture() reports a body that cannot be decompressed", () => {
  const cut = compressed(gzipSync(JSON_BODY).subarray(0, 12), "gzip");
  expect(cut.decompressed).toBeUndefined();
  expect(cut.encodingNotes).toContain("It cannot be decompressed: it was cut off or changed.");
  const zstd = compressed(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1]), "zstd");
  expect(zstd.encodingNotes).toEqual([
    "The body is compressed with zstd, as Content-Encoding says.",
  ]);
  expect(compressed(Buffer.from([0x1f, 0xef, 0xbf, 0xbd, 8]), "gzip").encodingNotes).toEqual([
    "The body was compressed with gzip and then read as text, which has destroyed it: save its bytes.",
  ]);
  expect(compressed(Buffer.from([0, 1, 2, 0xff]), "deflate").decompressed).toBeUndefined();
});

test("checkCapture() accepts a Content-Length of the compressed body", () => {
  const text = `${HEAD}\nContent-Encoding: gzip\nContent-Length: 3\n\n{"a":1}`;
  expect(checkCapture(parse(text)).lengthNotes).toEqual([
    "Content-Length is not that of the body: it may be that of the compressed body.",
  ]);
});

function complete(text: string, target?: string) {
  const request = parseHttpRequest(completeCapture(Buffer.from(text, "latin1"), { target }));
  const { method, headers } = request;
  const body = Buffer.from(request.body).toString("latin1");
  return { method, target: request.target, headers, body };
}

const PUSH = { "content-type": "application/json", "x-github-event": "push" };

test("completeCapture() leaves a complete request as it is", () => {
  for (const text of [
    "POST /hooks/x HTTP/1.1\r\nA: 1\r\nB: 2\r\n\r\n{}\n\xff",
    "POST /hooks/x\nA: 1\n\nPayload\n{}",
    "POST /hooks/x HTTP/1.1\n",
  ]) {
    const bytes = Buffer.from(text, "latin1");
    expect(completeCapture(bytes, { target: "/hooks/other" })).toBe(bytes);
  }
});

test("completeCapture() reads headers without a request line", () => {
  const text = 'Content-Type: application/json\nX-GitHub-Event: push\n\n{"a":1}\n';
  expect(complete(text, "/hooks/github")).toEqual({
    method: "POST",
    target: "/hooks/github",
    headers: PUSH,
    body: '{"a":1}\n',
  });
  expect(() => complete(text)).toThrow("The request has no line that says where it goes.");
});

test.each([
  ["\n", "\n\n"],
  ["\r\n", "\r\n"],
])("completeCapture() reads what GitHub's Recent deliveries show", (end, between) => {
  const lines = [
    "Headers",
    "Request URL: https://example.com/hooks/github?a=1",
    "Request method: POST",
    "Content-Type: application/json",
    "X-GitHub-Event: push",
  ];
  const text = `${lines.join(end)}${between}Payload${end}{\xe4}`;
  expect(complete(text, "/hooks/other")).toEqual({
    method: "POST",
    target: "/hooks/github?a=1",
    headers: PUSH,
    body: "{\xe4}",
  });
});

test("completeCapture() reads a table of headers, as webhook.site shows it", () => {
  const text = "\nRequest headers\n\ncontent-type\tapplication/json\nx-github-event\t push\n\n{}";
  expect(complete(text, "/hooks/github")).toMatchObject({ headers: PUSH, body: "{}" });
});

test("completeCapture() reads the head that curl -v shows", () => {
  const text =
    "*   Trying 127.0.0.1:80...\r\n* Connected\r\n> POST /hooks/github HTTP/1.1\r\n> Content-Type: application/json\r\n> X-GitHub-Event: push\r\n>\r\n< HTTP/1.1 202 Accepted\r\n< a: b\r\n";
  const sent = { method: "POST", target: "/hooks/github", headers: PUSH, body: "" };
  expect(complete(text)).toEqual(sent);
});

test("completeCapture() reads the pseudo headers of HTTP/2", () => {
  const text =
    ":authority: a.example\n:method: POST\n:path: /hooks/github\nContent-Type: application/json\nx-github-event: push\n\n{}";
  expect(complete(text)).toMatchObject({ target: "/hooks/github", headers: PUSH, body: "{}" });
});

test("completeCapture() fixes a request line before headers in another form", () => {
  const text =
    "PUT /hooks/github HTTP/1.1\ncontent-type\tapplication/json\nx-github-event\tpush\n\n";
  expect(complete(text)).toMatchObject({ method: "PUT", target: "/hooks/github", headers: PUSH });
});
