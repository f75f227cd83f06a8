import { expect, test } from "vitest";
import { checkCapture } from "./check-capture.ts";
import { parseHttpRequest } from "./parse-http-request.ts";

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

test("parseHttpRequest() keeps each value of a header that came several times", () => {
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
  ["", "its first line is none"],
  ['{"a":1}', "its first line is none"],
  [`${HEAD}\nno header\n\n`, "Line 2 of the file is no header."],
])("parseHttpRequest() refuses %j without repeating it", (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test.each([
  [`${HEAD}\nA: 1`, "No empty line ends the headers, so that there is no body."],
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
  [`${HEAD}\nContent-Length: x\n\nb`, "Content-Length is no number."],
  [`${HEAD}\nContent-Length: 1\nContent-Length: 1\n\nb`, "Content-Length is no number."],
  [
    `${HEAD}\nTransfer-Encoding: chunked\n\nb`,
    "Transfer-Encoding: where the lengths of chunks stand in the file, they are no part of the body.",
  ],
])("checkCapture() judges the length of %j", (text, note) => {
  expect(checkCapture(parse(text)).lengthNotes).toEqual(note === undefined ? [] : [note]);
});
