import { expect, test } from "vitest";
import type { GmailPart } from "./mail-from-message.ts";
import { findBody } from "./mail-from-message.ts";

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

test("section 1: findBody() takes the first text and the first HTML, depth first", () => {
  const [a, b, c, d] = [
    part("text/plain"),
    part("text/html"),
    part("text/plain"),
    part("text/html"),
  ];
  expect(findBody(multi(multi(b, a), c, d))).toEqual({ text: a, html: b });
});

test("section 1: findBody() takes no attachment and nothing of a forwarded mail", () => {
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
