// A channel and a fake of its platform → tests: the rules that hold for every channel, and how it reads answers.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ChannelsOptions, createChannels } from "../src/channels/shared/create-channels.ts";
import { SEND_CODES } from "../src/channels/shared/send-codes.ts";
import type { Channel } from "../src/model/channel.ts";
import { type ChannelSuite, channelRules } from "../src/testing/channel-rules.ts";
import {
  type AnswerCase,
  type FakePlatform,
  parseJson,
  startFakePlatform,
} from "../src/testing/fake-platform.ts";

/** Creates the one channel of some settings. */
export async function createOne(
  id: string,
  settings: Readonly<Record<string, unknown>>,
  options: ChannelsOptions = {},
): Promise<Channel> {
  const { channels, problems } = await createChannels(new Map([[id, settings]]), options);
  expect(problems).toEqual([]);
  return channels.get(id) as Channel;
}

const never = new AbortController().signal;

export function testHttpChannel(suite: ChannelSuite): void {
  describe(`channel ${suite.id}`, () => {
    for (const { name, tags, run } of channelRules(suite)) test(name, { tags }, run);
  });
}

/** A rig is a fake and the channel that its address goes into. */
export function rigOf(
  id: string,
  startFake: () => Promise<FakePlatform>,
  settingsOf: (url: string) => Readonly<Record<string, unknown>>,
): Pick<ChannelSuite, "id" | "start" | "createAt"> {
  return {
    id,
    start: async (options) => {
      const fake = await startFake();
      const channel = await createOne(id, settingsOf(fake.url), options);
      const { url, messages, requests, script, close } = fake;
      return { channel, url, messages, requests: () => requests.length, script, close };
    },
    createAt: (url) => createOne(id, settingsOf(url)),
  };
}

/** A channel, and the answers of its platform with what is made of each. */
interface AnswerSuite {
  readonly id: string;
  readonly to: string;
  readonly cases: readonly AnswerCase[];
  readonly settings: (url: string) => Readonly<Record<string, unknown>>;
}

export function testAnswers({ id, to, cases, settings }: AnswerSuite): void {
  describe(`answers of ${id}`, () => {
    let fake: FakePlatform;
    let channel: Channel;
    beforeAll(async () => {
      fake = await startFakePlatform(() => ({ reply: { status: 500 } }));
      channel = await createOne(id, settings(fake.url), { clock: () => 10_000 });
    });
    afterAll(() => fake.close());

    test.each(cases)(
      "send() reads $name ($mark)",
      { tags: ["DEL-9", "DEL-10"] },
      async ({ reply, result }) => {
        const before = fake.requests.length;
        fake.script({ kind: "reply", reply });
        const part = { key: "delivery-1/1", to, text: "Hello", plain: false };
        const sent = await channel.send(part, never);
        expect(sent).toMatchObject(result);
        expect(Object.hasOwn(sent, "afterMs")).toBe(Object.hasOwn(result, "afterMs"));
        if (sent.kind !== "sent") expect(SEND_CODES).toHaveProperty(sent.code);
        expect(fake.requests.length).toBe(before + 1);
      },
    );
  });
}

/** Starts a fake that is closed after the test. */
export async function started(start: () => Promise<FakePlatform>): Promise<FakePlatform> {
  const fake = await start();
  onTestFinished(() => fake.close());
  return fake;
}

/** One part of a delivery, without its recipient. */
export const part = { key: "delivery-1/1", text: "Hello", plain: false };

/** The body of the last request that a fake got. */
export function lastBodyOf(fake: FakePlatform): unknown {
  return parseJson(fake.requests.at(-1)?.text);
}
