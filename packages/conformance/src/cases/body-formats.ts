// The key `body`: forms, forms with files, texts; XML and other charsets than UTF-8.
import type { Case, CaseExpectation } from "../case.ts";

function taking(body: string | object): object {
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
    name: "a field payload that is not JSON is a field",
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
    name: "a percent sign of a form that begins no escape is a character",
    hooks: taking("form"),
    request: sent(FORM, "a=50%+off"),
    expect: accepted({ a: "50% off" }),
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
  {
    name: "another charset than UTF-8 is a 415 for JSON",
    hooks: taking("json"),
    request: sent(`${FORM}; charset=iso-8859-1`, LATIN),
    expect: refused(415, "unsupported_media_type", /another charset than UTF-8/),
  },
  {
    name: "a form is read by the charset of its content type",
    hooks: taking("form"),
    request: sent(`${FORM}; charset=iso-8859-1`, LATIN),
    expect: accepted({ a: "é" }),
  },
  {
    name: "a text is read by the charset of its content type",
    hooks: taking("text"),
    request: sent("text/plain; charset=windows-1252", Uint8Array.of(0x93, 0xe9, 0x80)),
    expect: accepted({ text: "“é€" }),
  },
  {
    name: "a form with bytes that fit nothing is taken, and the record says which field has them",
    hooks: taking("form"),
    request: sent(FORM, LATIN),
    expect: {
      ...accepted({ a: "\ufffd" }),
      record: { detail: /^Field "a": Bytes that are not UTF-8/ },
    },
  },
  {
    name: "a part of a form is read by its own charset, behind a legal preamble",
    hooks: taking("multipart"),
    request: sent(
      MULTIPART,
      Buffer.from(
        `\r\n${part('name="a"', "Sch\xf6n", "Content-Type: text/plain; charset=iso-8859-1\r\n")}--xx--`,
        "latin1",
      ),
    ),
    expect: accepted({ a: "Schön" }),
  },
  {
    name: "the files that a mapping names are read, and the content of others is dropped with a warning",
    hooks: taking({ multipart: { files: { event: "json", note: "text" } } }),
    request: sent(
      MULTIPART,
      [
        part('name="event"; filename="e.json"', '{"b":[1]}'),
        part('name="note"; filename="n"', "hello"),
        part('name="f"; filename="a.png"', "12345", "Content-Type: image/png\r\n"),
        "--xx--",
      ].join(""),
    ),
    expect: {
      ...accepted({
        event: { b: [1] },
        note: "hello",
        f: { filename: "a.png", type: "image/png", size: 5 },
      }),
      body: /"warnings":\["The content of a file was dropped: Field \\"f\\"\./,
      record: { detail: /^The content of a file was dropped: Field "f"\./ },
    },
  },
  {
    name: "a file that is not the JSON that the mapping says is a 400",
    hooks: taking({ multipart: { files: { event: "json" } } }),
    request: sent(MULTIPART, `${part('name="event"; filename="e"', "{")}--xx--`),
    expect: refused(400, "invalid_json", /Field \\"event\\" of the form is not valid JSON/),
  },
  {
    name: "fields with brackets become objects and lists if the mapping says so",
    hooks: taking({ form: "nested" }),
    request: sent(FORM, "data[email]=a&data%5Bmerges%5D%5BFNAME%5D=b&tags[]=c"),
    expect: accepted({ data: { email: "a", merges: { FNAME: "b" } }, tags: ["c"] }),
  },
  {
    name: "lines of JSON become a list",
    hooks: taking("ndjson"),
    request: sent("application/x-ndjson", '{"a":1}\r\n\r\n[2]\n"c"'),
    expect: accepted([{ a: 1 }, [2], "c"]),
  },
  {
    name: "a line that is not JSON is a 400 that names it",
    hooks: taking("ndjson"),
    request: sent("application/x-ndjson", "1\n{"),
    expect: refused(400, "invalid_json", /Line 2 of the body is not valid JSON/),
  },
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
