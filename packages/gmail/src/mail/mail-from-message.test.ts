import type { gmail_v1 } from "@googleapis/gmail";
import { expect, expectTypeOf, test } from "vitest";
import {
  createTextOfHtml,
  cutText,
  decodeText,
  findBody,
  formatDate,
  type GmailMessage,
  type GmailPart,
  mailFromMessage,
} from "./mail-from-message.ts";

const header = (name: string, value: string) => ({ name, value });
const message: GmailMessage = {
  id: "18c",
  threadId: "18b",
  labelIds: ["UNREAD", "INBOX"],
  snippet: "It&#39;s …",
  historyId: "7",
  internalDate: "1767504310000",
  payload: {
    headers: [
      header("Received", "by x"),
      header("FROM", "Ann <ann@example.org>"),
      header("From", "Second <second@example.org>"),
      header("To", "you@example.com"),
      header("subject", "Hi"),
      header("Date", "Sun, 4 Jan 2026 06:25:10 +0100"),
    ],
  },
};

test("mailFromMessage() gives the fields that existing mappings read", () => {
  const body = { text: "It's …", isCut: false };
  expect(mailFromMessage(message, { body, maxBytes: 20_000 })).toEqual({
    id: "18c",
    threadId: "18b",
    from: "Ann <ann@example.org>",
    to: "you@example.com",
    subject: "Hi",
    date: "2026-01-04 06:25",
    internalDate: "2026-01-04T05:25:10.000Z",
    snippet: "It&#39;s …",
    body: "It's …",
    labels: ["UNREAD", "INBOX"],
  });
});

test("mailFromMessage() leaves out what is empty", () => {
  const empty: GmailMessage = {
    id: "1",
    threadId: "1",
    labelIds: [],
    snippet: "",
    internalDate: "soon",
    payload: { headers: [header("Subject", "  "), header("Date", "")] },
  };
  expect(mailFromMessage(empty, { body: { text: "", isCut: true }, maxBytes: 9 })).toEqual({
    id: "1",
    threadId: "1",
  });
  expect(mailFromMessage({}, { body: undefined, maxBytes: 9 })).toEqual({ id: "", threadId: "" });
  const late = mailFromMessage(
    { internalDate: "9000000000000000" },
    { body: undefined, maxBytes: 9 },
  );
  expect(late.internalDate).toBeUndefined();
});

test("mailFromMessage() says that a body was cut", () => {
  const cut = (text: string, isCut: boolean) =>
    mailFromMessage(message, { body: { text, isCut }, maxBytes: 4 });
  expect(cut("abcdef", false)).toMatchObject({ body: "abcd", bodyTruncated: true });
  expect(cut("abcd", false)).not.toHaveProperty("bodyTruncated");
  expect(cut("ab", true)).toMatchObject({ body: "ab", bodyTruncated: true });
});

test("GmailMessage takes what Google's own types say of a message", () => {
  expectTypeOf<gmail_v1.Schema$Message>().toExtend<GmailMessage>();
});

const textOfHtml = createTextOfHtml();

test("textOfHtml() gives what a mail program shows, and escapes nothing", () => {
  const html = "<style>p{}</style><p>It&#39;s &lt;5&gt; &amp; more</p><p>Bye</p>";
  expect(textOfHtml(html)).toEqual({ text: "It's <5> & more\n\nBye", isCut: false });
});

test("textOfHtml() reads the beginning of HTML that is too long or too much work", () => {
  const long = textOfHtml(`<p>${"word ".repeat(200_000)}</p>`);
  expect(long.isCut).toBe(true);
  expect(long.text.length).toBeGreaterThan(20_000);
  const deep = textOfHtml("<b>x".repeat(100_000));
  expect(deep.isCut).toBe(true);
  expect(deep.text.length).toBeGreaterThan(1_000);
});

test.each([
  ["Sun, 4 Jan 2026 06:25:10 +0100", "2026-01-04 06:25"],
  ["Sun,  4 Jan 2026 6:25 -0800 (PST)", "2026-01-04 06:25"],
  ["04 January 2026 23:59:60 GMT", "2026-01-04 23:59"],
  ["29 Feb 2024 00:00:00 +0000", "2024-02-29 00:00"],
  ["1 Feb 26 00:00 UT", "2026-02-01 00:00"],
  ["1 Feb 98 00:00 UT", "1998-02-01 00:00"],
  ["1 Feb 103 00:00 UT", "2003-02-01 00:00"],
])("formatDate() gives %s as its sender's clock showed it", (header, expected) => {
  expect(formatDate(header)).toBe(expected);
});

test.each([
  "yesterday",
  "Sun, 4 Xyz 2026 06:25:10 +0100",
  "29 Feb 2026 00:00:00 +0000",
  "0 Feb 2026 00:00:00 +0000",
  "4 Jan 2026 24:00:00 +0000",
  "4 Jan 2026 10:60:00 +0000",
  "2026-01-04T06:25:10Z",
])("formatDate() leaves %s as it is", (header) => {
  expect(formatDate(header)).toBe(header);
});

test("cutText() leaves a text that fits", () => {
  expect(cutText("", 1)).toBe("");
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("ab", 20_000)).toBe("ab");
});

test.each([
  ["aé", 2, "a"],
  ["a€b", 3, "a"],
  ["a€b", 4, "a€"],
  ["a😀b", 4, "a"],
  ["a😀b", 5, "a😀"],
  ["😀", 3, ""],
  ["x".repeat(90_000), 20_000, "x".repeat(20_000)],
] as const)("cutText() never cuts a character: %s to %i bytes", (text, maxBytes, expected) => {
  expect(cutText(text, maxBytes)).toBe(expected);
});

test("cutText() replaces an unpaired surrogate of the sender with the replacement character", () => {
  expect(cutText(`\ud83d${"a".repeat(9)}`, 4)).toBe("\ufffda");
});

test("cutText() cuts between characters wherever the limit falls", () => {
  const text = "aé€😀".repeat(20);
  for (let maxBytes = 1; maxBytes <= 201; maxBytes += 1) {
    const cut = cutText(text, maxBytes);
    expect(text.startsWith(cut)).toBe(true);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(Math.min(maxBytes, 200) - 4);
  }
});

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  [
    "0.8: UTF-8 under an old charset is UTF-8",
    utf8("naïve “x” 日本"),
    "text/plain; charset=iso-8859-1",
    "naïve “x” 日本",
  ],
  [
    "0.8: windows-1252 with curly quotes",
    bytes(0x93, 0x41, 0x94, 0x80),
    "text/plain; charset=windows-1252",
    "“A”€",
  ],
  [
    "Latin 1 with a curly quote is windows-1252",
    bytes(0x93, 0xe9),
    'text/plain; charset="ISO-8859-1"',
    "“é",
  ],
  ["ASCII with a dash is windows-1252", bytes(0x41, 0x97), "text/plain; charset=us-ascii", "A—"],
  ["UTF-8 that is none is windows-1252", bytes(0xe9, 0x41), "text/plain; charset=utf-8", "éA"],
  ["no charset and not UTF-8 is windows-1252", bytes(0xfc), undefined, "ü"],
  ["a charset that nobody knows is windows-1252", bytes(0xfc), "text/plain; charset=x-nobody", "ü"],
  ["KOI8-R", bytes(0xf0, 0xd2, 0xc9), "text/plain; charset=koi8-r", "При"],
  ["Shift_JIS", bytes(0x93, 0xfa, 0x96, 0x7b), "text/plain; charset=Shift_JIS", "日本"],
  [
    "ISO-2022-JP with its escapes",
    bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42),
    "text/plain; charset=ISO-2022-JP",
    "日本",
  ],
  [
    "ISO-2022-JP that was turned into UTF-8",
    utf8("日本"),
    "text/plain; charset=iso-2022-jp",
    "日本",
  ],
  ["UTF-7", utf8("+ZeVnLA-!"), "text/plain; charset=utf-7", "日本!"],
  ["a byte order mark is dropped", bytes(0xef, 0xbb, 0xbf, 0x41), "text/plain", "A"],
])("decodeText(): %s", (_, input, type, expected) => {
  expect(decodeText(input, type)).toBe(expected);
});

const part = (mimeType: string, more: Partial<GmailPart> = {}): GmailPart => ({
  mimeType,
  filename: "",
  body: { data: "eA" },
  ...more,
});
const multi = (...parts: GmailPart[]): GmailPart => part("multipart/mixed", { parts });

test("findBody() takes a message that is its own only part", () => {
  const root = part("TEXT/PLAIN");
  expect(findBody(root)).toEqual({ text: root, html: undefined });
  expect(findBody(undefined)).toEqual({ text: undefined, html: undefined });
});

test("findBody() takes the first text and the first HTML, depth first", () => {
  const [a, b, c, d] = [
    part("text/plain"),
    part("text/html"),
    part("text/plain"),
    part("text/html"),
  ];
  expect(findBody(multi(multi(b, a), c, d))).toEqual({ text: a, html: b });
});

test("findBody() takes no attachment and nothing of a forwarded mail", () => {
  const text = part("text/plain");
  const named = part("text/plain", { filename: "notes.txt" });
  const disposed = part("text/plain", {
    headers: [{ name: "content-DISPOSITION", value: " Attachment; filename=x" }],
  });
  const forwarded = part("message/rfc822", { parts: [part("text/html")] });
  expect(findBody(multi(named, disposed, forwarded, text))).toEqual({ text, html: undefined });
});

test("findBody() finds a text among 600,000 parts beside each other", () => {
  const text = part("text/plain");
  const others = Array.from({ length: 600_000 }, () => part("image/png"));
  expect(findBody(multi(...[multi()], { ...multi(), parts: [...others, text] })).text).toBe(text);
});

test("findBody() finds a text below ten thousand parts within each other", () => {
  const text = part("text/plain");
  let root = text;
  for (let depth = 0; depth < 10_000; depth += 1) root = multi(root);
  expect(findBody(root).text).toBe(text);
});
