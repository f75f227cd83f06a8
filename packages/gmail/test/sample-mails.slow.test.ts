// Mails of the kinds that readers get wrong, through a local Gmail: what a mapping gets of each.
import { type FakeGoogle, SAMPLE_MAILS, startFakeGoogle } from "@hookwright/fake-google";
import { systemTime } from "@hookwright/node-kit/clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createGoogleClient } from "../src/google/create-google-client.ts";
import type { Mail } from "../src/model/mail.ts";
import { createGmailSource } from "../src/source/create-gmail-source.ts";
import { createClients } from "./support/clients.ts";

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(() => google.close());

const signal = new AbortController().signal;

async function readSample(name: string, maxBytes = 10_000_000): Promise<Mail | undefined> {
  const { auth } = createClients(google);
  const source = createGmailSource({
    send: createGoogleClient({
      clients: { gmail: auth, pubsub: auth },
      baseUrls: { gmail: google.url, pubsub: google.url },
    }),
    label: "INBOX",
    includeBody: true,
    maxBytes,
    time: systemTime,
  });
  const id = google.gmail.deliver(SAMPLE_MAILS[name]?.mail);
  const read = await source.readMail(id, signal);
  return read.ok ? read.value?.mail : undefined;
}

test.each(Object.entries(SAMPLE_MAILS))("the body of the mail %j", async (name, { body }) => {
  expect((await readSample(name))?.body?.trim()).toBe(body);
});

test("padding of the encoding makes no difference", async () => {
  google.settings.isBase64Padded = true;
  expect((await readSample("windows-1252"))?.body).toBe(SAMPLE_MAILS["windows-1252"]?.body);
});

test("a body is cut before the character that would be too much", async () => {
  const mail = await readSample("emoji", 10);
  expect(mail).toMatchObject({ body: "\u{1f600}\u{1f600}", bodyTruncated: true });
});

test("without a Date there is no date, and of two senders the first is from", async () => {
  const undated = await readSample("no date");
  expect(undated?.date).toBeUndefined();
  expect(undated?.internalDate).toMatch(/^\d{4}-/);
  expect((await readSample("two senders"))?.from).toBe("Ann <ann@example.org>");
});
