// A local fake of the platform → what the channel whatsapp sends, and how it reads each answer.
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
  startWhatsApp,
  WHATSAPP_CASES,
  WHATSAPP_NUMBER_ID,
  WHATSAPP_TOKEN,
  whatsappError,
  whatsappStatus,
} from "../../test/fakes/whatsapp.ts";

const { signal } = new AbortController();

testHttpChannel({
  ...rigOf("whatsapp", startWhatsApp, (url) => ({
    phoneNumberId: WHATSAPP_NUMBER_ID,
    accessToken: WHATSAPP_TOKEN,
    baseUrl: url,
  })),
  to: "+16505551234",
  secret: WHATSAPP_TOKEN,
  replies: {
    credential: whatsappError(401, 190),
    recipient: whatsappError(400, 131026),
    // The platform itself sends no wait; a server in front of it may.
    limited: { ...whatsappError(429, 130429), headers: { "retry-after": "7" } },
    absurd: [whatsappError(429, 130429), whatsappError(400, 131056)],
    fault: whatsappError(500, 131000),
  },
  loud: "@16505551234 https://evil.example/?q=1",
  needsId: true,
});

testAnswers({
  id: "whatsapp",
  to: "+16505551234",
  cases: WHATSAPP_CASES,
  settings: (url) => ({
    phoneNumberId: WHATSAPP_NUMBER_ID,
    accessToken: WHATSAPP_TOKEN,
    baseUrl: url,
  }),
});

describe("whatsapp", () => {
  const start = async () => {
    const fake = await started(startWhatsApp);
    const settings = {
      phoneNumberId: WHATSAPP_NUMBER_ID,
      accessToken: WHATSAPP_TOKEN,
      baseUrl: fake.url,
    };
    return { fake, channel: await createOne("whatsapp", settings) };
  };

  test("send() sends text without marks and without a preview", { tags: "DEL-15" }, async () => {
    const { fake, channel } = await start();
    const text = "# Now\n**a** [b](https://a.example/)";
    const sent = await channel.send({ ...part, to: "+16505551234", text }, signal);
    expect(sent).toEqual({ kind: "sent", id: "wamid.HBgL1" });
    expect(lastBodyOf(fake)).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "+16505551234",
      type: "text",
      text: { preview_url: false, body: "Now\na b (https://a.example/)" },
    });
  });

  test.each([
    ["+16505551234", "+16505551234"],
    ["16505551234", "+16505551234"],
    ["whatsapp:+1 (650) 555-1234", "+16505551234"],
    ["+49 151.23456789", "+4915123456789"],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
  });

  test.each([
    "120363043968066561@g.us",
    "ann",
    "+0123456789",
    "123",
    "+1234567890123456",
    "+1650--------5551234",
  ])("parseRecipient() refuses %s", { tags: "DEL-4" }, async (written) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
  });

  test("the fake reports a later failure, as Meta's webhook does", () => {
    expect(whatsappStatus("wamid.1", 131047)).toMatchObject({
      entry: [
        { changes: [{ value: { statuses: [{ id: "wamid.1", errors: [{ code: 131047 }] }] } }] },
      ],
    });
  });
});
