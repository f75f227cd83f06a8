// Our types of a message fit those that Google makes from its API.
import type { gmail_v1 } from "@googleapis/gmail";
import { expectTypeOf, test } from "vitest";
import type { GmailMessage } from "./mail-from-message.ts";

test("GmailMessage takes what Google's own types say of a message", () => {
  expectTypeOf<gmail_v1.Schema$Message>().toExtend<GmailMessage>();
});
