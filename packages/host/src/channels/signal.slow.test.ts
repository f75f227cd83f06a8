// A local fake of signal-cli → what the channel signal sends, and how it reads each answer.
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
  SIGNAL_ACCOUNT,
  SIGNAL_CASES,
  SIGNAL_GROUP,
  SIGNAL_PERSON,
  SIGNAL_UUID,
  signalError,
  signalResult,
  startSignal,
} from "../../test/fakes/signal.ts";

const { signal } = new AbortController();

const limited = (retryAfterSeconds: unknown) =>
  signalError(-5, "Failed to send message due to rate limiting", [
    signalResult("RATE_LIMIT_FAILURE", { retryAfterSeconds }),
  ]);

testHttpChannel({
  ...rigOf("signal", startSignal, (url) => ({ url, account: SIGNAL_ACCOUNT })),
  to: SIGNAL_PERSON,
  secret: SIGNAL_ACCOUNT,
  replies: {
    credential: signalError(-32602, "Specified account does not exist"),
    recipient: signalError(-1, "The user +16505550199 is not registered."),
    limited: limited(7),
    absurd: [0, -1, "soon", undefined].map(limited),
    fault: signalError(-3, "No."),
  },
  loud: "@all https://evil.example/?q=1",
  needsId: true,
});

testAnswers({
  id: "signal",
  to: SIGNAL_PERSON,
  cases: SIGNAL_CASES,
  settings: (url) => ({ url }),
});

describe("signal", () => {
  const start = async (settings = {}, options = {}) => {
    const fake = await started(() => startSignal(options));
    return { fake, channel: await createOne("signal", { url: `${fake.url}/`, ...settings }) };
  };

  test.each([
    [SIGNAL_PERSON, { recipient: [SIGNAL_PERSON] }],
    [`uuid:${SIGNAL_UUID}`, { recipient: [SIGNAL_UUID] }],
    ["username:ann.12", { username: ["ann.12"] }],
    [`group:${SIGNAL_GROUP}`, { groupId: SIGNAL_GROUP }],
  ])("send() calls the method of the manual for %s", { tags: "DEL-15" }, async (to, whom) => {
    const { fake, channel } = await start();
    const sent = await channel.send({ ...part, to, text: "# Now\n- **a**" }, signal);
    expect(sent).toEqual({ kind: "sent", id: "1700000000001" });
    expect(lastBodyOf(fake)).toEqual({
      jsonrpc: "2.0",
      id: "delivery-1/1",
      method: "send",
      params: { ...whom, message: "Now\n• a" },
    });
  });

  test("send() names the account, and says what to write if there is none", {
    tags: "DEL-10",
  }, async () => {
    const to = SIGNAL_PERSON;
    const { fake, channel } = await start({ account: SIGNAL_ACCOUNT }, { isMulti: true });
    expect(await channel.send({ ...part, to }, signal)).toMatchObject({ kind: "sent" });
    for (const account of [undefined, "+16505550101"]) {
      const other = await createOne("signal", { url: fake.url, ...(account && { account }) });
      expect(await other.send({ ...part, to }, signal)).toMatchObject({
        scope: "credential",
        message: expect.stringContaining("signal-cli listAccounts"),
      });
    }
  });

  test.each([
    ["a captcha", { status: 200, token: "abc-1" }, "submitRateLimitChallenge --challenge abc-1 "],
    ["a captcha without a clean token", { status: 200, token: "a b\n" }, "--challenge TOKEN "],
    ["another host name", { status: 421 }, "its option `--http`"],
    ["another path", { status: 404 }, "without a path"],
  ])(
    "send() says what to do about %s",
    { tags: "DEL-14" },
    async (_, { status, ...more }, hint) => {
      const { fake, channel } = await start();
      const captcha = signalError(-5, "No.", [signalResult("RATE_LIMIT_FAILURE", more)]);
      const reply = status === 200 ? captcha : { status, body: "" };
      // `fetch` itself repeats a request that a 421 refuses, once.
      fake.script({ kind: "reply", reply }, { kind: "reply", reply });
      expect(await channel.send({ ...part, to: SIGNAL_PERSON }, signal)).toMatchObject({
        scope: "credential",
        message: expect.stringContaining(hint),
      });
    },
  );

  test.each([
    ["16505551234", "+16505551234"],
    ["signal:+1 (650) 555-1234", "+16505551234"],
    [SIGNAL_UUID.toUpperCase(), `uuid:${SIGNAL_UUID}`],
    ["u:Ann.12", "username:ann.12"],
    [`group:${SIGNAL_GROUP.slice(0, -1)}`, `group:${SIGNAL_GROUP}`],
    [`group:${"a".repeat(22)}`, `group:${"a".repeat(22)}==`],
  ])("parseRecipient() reads %s", { tags: "DEL-3" }, async (written, to) => {
    const { channel } = await start();
    expect(channel.parseRecipient(written)).toEqual({ ok: true, to });
    expect(channel.parseRecipient(to)).toEqual({ ok: true, to });
  });

  test.each(["ann", "123", "group:abc", "username:ann", "uuid:1", "group:a b"])(
    "parseRecipient() refuses %s",
    { tags: "DEL-4" },
    async (written) => {
      const { channel } = await start();
      expect(channel.parseRecipient(written)).toMatchObject({ ok: false });
    },
  );

  test("measure() counts bytes, and bullets as they are sent", { tags: "DEL-6" }, async () => {
    const { fake, channel } = await start();
    expect(channel.measure?.("\u{1f600}é\n- a")).toBe(12);
    const text = "- a\n".repeat(channel.limit / 6).trimEnd();
    expect(channel.measure?.(text)).toBeLessThanOrEqual(channel.limit);
    await channel.send({ ...part, to: SIGNAL_PERSON, text }, signal);
    expect(fake.messages[0]?.text).toHaveLength(text.length);
  });
});
