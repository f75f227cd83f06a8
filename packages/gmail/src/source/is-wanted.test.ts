import { expect, test } from "vitest";
import { isWanted } from "./create-gmail-source.ts";

test.each([
  ["INBOX", ["INBOX", "UNREAD"], true],
  ["INBOX", ["UNREAD"], false],
  ["INBOX", ["INBOX", "SENT"], true],
  ["INBOX", ["INBOX", "TRASH"], false],
  ["Label_1", ["Label_1"], true],
  // The own answer in a conversation that has the label.
  ["Label_1", ["Label_1", "SENT"], false],
  ["Label_1", ["Label_1", "DRAFT"], false],
  ["SENT", ["SENT"], true],
  ["SPAM", ["SPAM"], true],
  ["SPAM", ["SPAM", "TRASH"], false],
])("run 7: isWanted() of a mail where %s is watched: %j is %s", (watched, labels, expected) => {
  expect(isWanted(labels, watched)).toBe(expected);
});
