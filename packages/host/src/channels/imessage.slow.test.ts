// A local fake of a BlueBubbles server → what the channel imessage sends, asks, and makes of each answer.
import { describe, expect, test } from "vitest";
import {
  createOne,
  lastBodyOf,
  part,
  rigOf,
  started,
  testAnswers,
  testHttpChannel,
} from "../../test/channel-suite.ts";
import {
  IMESSAGE_CASES,
  IMESSAGE_GROUP,
  IMESSAGE_PASSWORD,
  IMESSAGE_PHONE,
  type ImessageFakeOptions,
  serverError,
  startImessage,
  unauthorized,
  unknownChat,
} from "../../test/fakes/imessage.ts";

const { signal } = new AbortController();
const to = IMESSAGE_PHONE;
const settings = (url: string) => ({ url, password: IMESSAGE_PASSWORD });
// The server itself has no limit of this kind; a server in front of it may.
const limited = { status: 429, body: "" };

testHttpChannel({
  ...rigOf("imessage", startImessage, settings),
  to,
  secret: IMESSAGE_PASSWORD,
  replies: {
    credential: unauthorized("Unauthorized"),
    recipient: unknownChat("iMessage;-;+16505550000"),
    limited: { ...limited, headers: { "retry-after": "7" } },
    absurd: [limited, { ...limited, headers: { "retry-after": "soon" } }],
    fault: serverError("a fault"),
  },
  loud: "@16505551234 https://evil.example/?q=1",
  needsId: true,
});

testAnswers({ id: "imessage", to, cases: IMESSAGE_CASES, settings });

describe("imessage", () => {
  const start = async (options: ImessageFakeOptions = {}, more: object = {}) => {
    const fake = await started(() => startImessage(options));
    return { fake, channel: await createOne("imessage", { ...settings(fake.url), ...more }) };
  };

  test.each(["apple-script", "private-api"])(
    "send() sends plain text by %s",
    {
      tags: "DEL-15",
    },
    async (method) => {
      const { fake, channel } = await start({}, { method });
      const text = "# Now\n**a** [b](https://a.example/)";
      expect(await channel.send({ ...part, to, text }, signal)).toMatchObject({ kind: "sent" });
      expect(lastBodyOf(fake)).toEqual({
        chatGuid: `iMessage;-;${to}`,
        tempGuid: "delivery-1/1",
        message: "Now\na b (https://a.example/)",
        method,
      });
      expect(fake.requests[0]?.path).toBe("/api/v1/message/text?password=blue+bubbles%26secret");
    },
  );

  test("callTimeoutMs is longer than the two minutes that the server waits for the Mac", {
    tags: "DEL-9",
  }, async () => {
    const { channel } = await start();
    expect(channel.callTimeoutMs).toBe(130_000);
  });

  test("the key of a part is known to the server only while the first call runs", {
    tags: "DEL-11",
  }, async () => {
    let now = 0;
    const { fake, channel } = await start({ clock: () => now, callMs: 5_000 });
    fake.script({ kind: "accepted", lost: "close" });
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "unknown" });
    now = 1_000;
    expect(await channel.send({ ...part, to }, signal)).toEqual({
      kind: "unknown",
      code: "platform_unsure",
    });
    expect(fake.messages).toHaveLength(1);
    now = 6_000;
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "sent" });
    expect(fake.messages).toHaveLength(2);
  });

  test.each([
    ["+16505551234", "+16505551234"],
    ["imsg:+1 (650) 555-1234", "+16505551234"],
    ["Ann@Example.com", "ann@example.com"],
    ["chat_guid:iMessage;-;+1 650 555 1234", undefined],
    ["chat_guid:iMessage;-;+16505551234", "+16505551234"],
    ["chat_guid:iMessage;-;Ann@Example.com", "ann@example.com"],
    ["chat_guid:SMS;-;+16505551234", "chat_guid:SMS;-;+16505551234"],
    [`imessage:chat_guid:${IMESSAGE_GROUP}`, `chat_guid:${IMESSAGE_GROUP}`],
    ["6505551234", undefined],
    ["chat_id:7", undefined],
    ["ann", undefined],
    ["chat_guid:x", undefined],
  ])("parseRecipient() reads %s as %s", { tags: ["DEL-3", "DEL-4"] }, async (written, spelled) => {
    const { channel } = await start();
    const expected = spelled === undefined ? { ok: false } : { ok: true, to: spelled };
    expect(channel.parseRecipient(written)).toMatchObject(expected);
  });

  describe("settle()", () => {
    const NOW = 1_000_000_000;
    const row = { chat: `iMessage;-;${to}`, date: NOW, isFromMe: true, error: 0 };
    const hello = { ...row, guid: "other", text: "Hello" };
    const asked = { ...part, to, sentAt: NOW, otherIds: new Set<string>() };

    test.each([
      ["iMessage", to, "Hello"],
      ["iMessage", `chat_guid:${IMESSAGE_GROUP}`, "Hello"],
      ["any", to, "Hello"],
      ["any", `chat_guid:${IMESSAGE_GROUP}`, "a  **b**\n\u0065\u0301 \ufffc "],
    ] as const)(
      "finds a message in a chat of %s with %s",
      {
        tags: "DEL-12",
      },
      async (service, recipient, text) => {
        const { fake, channel } = await start({ clock: () => NOW, service });
        fake.script({ kind: "accepted", lost: "close" });
        expect(await channel.send({ ...part, text, to: recipient }, signal)).toMatchObject({
          kind: "unknown",
        });
        expect(await channel.settle?.({ ...asked, text, to: recipient }, signal)).toEqual({
          kind: "sent",
          id: fake.messages[0]?.id,
        });
        expect(fake.messages).toHaveLength(1);
      },
    );

    test.each([
      ["no message", []],
      ["one of another text", [{ ...hello, text: "Hello!" }]],
      ["one to somebody else", [{ ...hello, chat: "iMessage;-;+16505550000" }]],
      ["one of the other person", [{ ...hello, isFromMe: false }]],
      ["an older one", [{ ...hello, date: NOW - 120_000 }]],
      ["one that the host knows as another", [{ ...hello, guid: "known" }]],
    ])("does not take %s for the part", { tags: "DEL-12" }, async (_, others) => {
      const { channel } = await start({ clock: () => NOW, others });
      const question = { ...asked, otherIds: new Set(["known"]) };
      expect(await channel.settle?.(question, signal)).toEqual({ kind: "unknown" });
    });

    test("does not see a message before the Mac shows it", { tags: "DEL-12" }, async () => {
      let now = NOW;
      const { channel } = await start({ clock: () => now, showMs: 3_000, others: [hello] });
      expect(await channel.settle?.(asked, signal)).toEqual({ kind: "unknown" });
      now += 3_000;
      expect(await channel.settle?.(asked, signal)).toEqual({ kind: "sent", id: "other" });
    });

    test.each([
      [22, "recipient_unreachable"],
      [4, "request_refused"],
    ])(
      "reports a message that failed with Apple's error %i",
      {
        tags: "DEL-12",
      },
      async (error, code) => {
        const { channel } = await start({ clock: () => NOW, others: [{ ...hello, error }] });
        expect(await channel.settle?.(asked, signal)).toMatchObject({
          kind: "refused",
          scope: "message",
          code,
          message: expect.stringContaining(`(BlueBubbles: ${error})`),
        });
      },
    );

    test.each([
      { kind: "reply", reply: unauthorized("Unauthorized") },
      { kind: "reply", reply: serverError("SQLITE_BUSY") },
      { kind: "reply", reply: { status: 200, body: "<html>" } },
      { kind: "close" },
    ] as const)("knows nothing if the question fails (%o)", { tags: "DEL-12" }, async (fault) => {
      const { fake, channel } = await start({ clock: () => NOW, others: [hello] });
      fake.script(fault);
      expect(await channel.settle?.(asked, signal)).toEqual({ kind: "unknown" });
      expect(fake.requests).toHaveLength(1);
    });
  });
});
