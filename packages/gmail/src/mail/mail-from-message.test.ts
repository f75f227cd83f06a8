import { expect, test } from "vitest";
import type { GmailMessage } from "./mail-from-message.ts";
import { mailFromMessage } from "./mail-from-message.ts";

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

test("section 4: mailFromMessage() gives the fields that existing mappings read", () => {
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

test("section 4: mailFromMessage() leaves out what is empty", () => {
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

test("run 8: mailFromMessage() says that a body was cut", () => {
  const cut = (text: string, isCut: boolean) =>
    mailFromMessage(message, { body: { text, isCut }, maxBytes: 4 });
  expect(cut("abcdef", false)).toMatchObject({ body: "abcd", bodyTruncated: true });
  expect(cut("abcd", false)).not.toHaveProperty("bodyTruncated");
  expect(cut("ab", true)).toMatchObject({ body: "ab", bodyTruncated: true });
});
