// The key `body`: forms, forms with files, texts; XML and other charsets than UTF-8.
import type { Case, CaseExpectation } from "../../case.ts";

function taking(body: string): object {
  return { mappings: [{ match: { path: "x" }, body, messageTemplate: "{{payload}}" }] };
}

function accepted(payload: unknown): CaseExpectation {
  return { status: 202, actions: [{ parts: [{ text: JSON.stringify(payload) }] }] };
}

function refused(status: number, code: string, body: RegExp): CaseExpectation {
  return { status, code, body };
}

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=xx";

function sent(type: string | undefined, body: string | Uint8Array): Case["request"] {
  const headers = type === undefined ? [] : [["Content-Type", type] as const];
  return { target: "/hooks/x", headers, body };
}

function part(disposition: string, content: string, headers = ""): string {
  return `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

const LATIN = Uint8Array.of(0x61, 0x3d, 0xe9);

export const bodyFormatCases: readonly Case[] = [
  {
    name: "a form becomes its fields, and a repeated one a list",
    hooks: taking("form"),
    request: sent(FORM, "a=1&b=%C3%A9+x&a=2"),
    expect: accepted({ a: ["1", "2"], b: "é x" }),
  },
  {
    name: "the JSON in the field payload of a form is the payload, with its long integers",
    hooks: taking("form"),
    request: sent(FORM, `payload=${encodeURIComponent('{"id":820982911946154508}')}&x=1`),
    expect: accepted({ id: "820982911946154508" }),
  },
  {
    name: "a field payload that is no JSON is a field",
    hooks: taking("form"),
    request: sent(FORM, "payload=hello"),
    expect: { status: 202, actions: [{ parts: [{ text: /hello/ }] }] },
  },
  {
    name: "a form may come without a content type",
    hooks: taking("form"),
    request: sent(undefined, "a=1"),
    expect: accepted({ a: "1" }),
  },
  {
    name: "__proto__ is a field like any other",
    hooks: taking("form"),
    request: sent(FORM, "__proto__=x&a=1"),
    expect: { status: 202, actions: [{ parts: [{ text: '{"__proto__":"x","a":"1"}' }] }] },
  },
  {
    name: "JSON for a hook that takes forms is a 415",
    hooks: taking("form"),
    request: sent("application/json", "{}"),
    expect: refused(415, "unsupported_media_type", /takes forms only/),
  },
  {
    name: "a form with files for a hook that takes forms is a 415",
    hooks: taking("form"),
    request: sent(MULTIPART, `${part('name="a"', "1")}--xx--`),
    expect: refused(415, "unsupported_media_type", /takes forms only/),
  },
  {
    name: "a form with a broken escape is a 400",
    hooks: taking("form"),
    request: sent(FORM, "a=%zz"),
    expect: refused(400, "invalid_form", /not a valid form/),
  },
  {
    name: "a form of more than 1,000 fields is a 400",
    hooks: taking("form"),
    request: sent(FORM, "&".repeat(1_000)),
    expect: refused(400, "invalid_form", /too many fields/),
  },
  {
    name: "a multipart form becomes its fields, and files by name, type and size",
    hooks: taking("multipart"),
    request: sent(
      MULTIPART,
      `${part('name="a"', "1")}${part('name="f"; filename="a.png"', "12345", "Content-Type: image/png\r\n")}--xx--\r\n`,
    ),
    expect: accepted({ a: "1", f: { filename: "a.png", type: "image/png", size: 5 } }),
  },
  {
    name: "the JSON in the field payload of a multipart form is the payload",
    hooks: taking("multipart"),
    request: sent(
      MULTIPART,
      `${part('name="payload"', '{"b":1}')}${part('name="thumb"; filename="a"', "x")}--xx--`,
    ),
    expect: accepted({ b: 1 }),
  },
  {
    name: "a hook that takes multipart forms takes forms without files, too",
    hooks: taking("multipart"),
    request: sent(FORM, "a=1"),
    expect: accepted({ a: "1" }),
  },
  {
    name: "a multipart form that ends early is a 400",
    hooks: taking("multipart"),
    request: sent(MULTIPART, part('name="a"', "1")),
    expect: refused(400, "invalid_form", /not a valid form/),
  },
  {
    name: "a multipart form with a boundary of 300 characters is a 400",
    hooks: taking("multipart"),
    request: sent(`multipart/form-data; boundary=${"x".repeat(300)}`, "x".repeat(1_000)),
    expect: refused(400, "invalid_form", /not a valid form/),
  },
  {
    name: "a text becomes an object with a text, whatever its content type",
    hooks: taking("text"),
    request: sent("text/xml", '\ufeff<a b="1"/>\n'),
    expect: accepted({ text: '<a b="1"/>\n' }),
  },
  {
    name: "XML is a 415 with a sentence of its own",
    hooks: taking("json"),
    request: sent("application/soap+xml; charset=utf-8", "<a/>"),
    expect: refused(415, "unsupported_media_type", /XML is not accepted here; send JSON/),
  },
  ...["json", "form", "text"].map(
    (body): Case => ({
      name: `another charset than UTF-8 is a 415 for ${body}`,
      hooks: taking(body),
      request: sent(`${FORM}; charset=iso-8859-1`, LATIN),
      expect: refused(415, "unsupported_media_type", /another charset than UTF-8/),
    }),
  ),
  {
    name: "UTF-16 is a 415",
    hooks: taking("json"),
    request: sent("application/json; charset=utf-16", Buffer.from('{"a":1}', "utf16le")),
    expect: refused(415, "unsupported_media_type", /another charset than UTF-8/),
  },
  {
    name: "ASCII is read whatever Latin charset it is called",
    hooks: taking("json"),
    request: sent("application/json; charset=ISO-8859-1", '{"a":1}'),
    expect: accepted({ a: 1 }),
  },
];
