// A channel and a fake of its platform → the rules that hold for every channel, as tests.
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ChannelsOptions, createChannels } from "../src/channels/shared/create-channels.ts";
import { SEND_CODES } from "../src/channels/shared/send-codes.ts";
import type { Channel, SendResult } from "../src/model/channel.ts";
import { splitText } from "../src/plan/split-text.ts";
import {
  type AnswerCase,
  type FakeMessage,
  type FakePlatform,
  type FakeReply,
  type Fault,
  parseJson,
  startFakePlatform,
} from "./fakes/fake-platform.ts";

/** A channel with the platform that it talks to. */
export interface ChannelRig {
  readonly channel: Channel;
  readonly url: string;
  readonly messages: readonly FakeMessage[];
  /** How many calls reached the platform. */
  readonly requests: () => number;
  readonly script: (...faults: readonly Fault[]) => void;
  readonly close: () => Promise<void>;
}

export interface ChannelSuite {
  readonly id: string;
  readonly start: (options?: ChannelsOptions) => Promise<ChannelRig>;
  /** The channel for a platform at another address. */
  readonly createAt: (url: string) => Promise<Channel>;
  readonly to: string;
  /** What no result may show. */
  readonly secret: string;
  /** Refusals and waits, as this platform says them. */
  readonly replies: {
    readonly credential: FakeReply;
    readonly recipient: FakeReply;
    /** Asks to wait for 7 seconds. */
    readonly limited: FakeReply;
    /** A wait that is none: 0, negative, or no number. */
    readonly absurd: readonly FakeReply[];
    readonly fault: FakeReply;
    /** Only where the platform refuses markup. */
    readonly markup?: FakeReply;
  };
  /** A text that would notify somebody and fetch a preview, if it were not sent as data. */
  readonly loud: string;
  /** False: any 2xx is a success. */
  readonly needsId: boolean;
}

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

/** A timer that fires when the test says so. */
export function createManualTimer() {
  const tasks: { readonly task: () => void; readonly milliseconds: number }[] = [];
  return {
    tasks,
    timer: (task: () => void, milliseconds: number) => {
      const entry = { task, milliseconds };
      tasks.push(entry);
      return () => {
        if (tasks.includes(entry)) tasks.splice(tasks.indexOf(entry), 1);
      };
    },
  };
}

const never = new AbortController().signal;

/** Nothing listens here. A port that was just closed would not do: another process may get it in between. */
const CLOSED_URL = "http://127.0.0.1:2";

export function testHttpChannel(suite: ChannelSuite): void {
  describe(`channel ${suite.id}`, () => {
    const rigs: ChannelRig[] = [];
    const start = async (options?: ChannelsOptions): Promise<ChannelRig> => {
      const rig = await suite.start(options);
      rigs.push(rig);
      return rig;
    };
    afterEach(async () => {
      await Promise.all(rigs.splice(0).map(({ close }) => close()));
    });
    const send = (
      { channel }: Pick<ChannelRig, "channel">,
      text = "Hello",
      key = "delivery-1/1",
    ): Promise<SendResult> =>
      channel.send({ key, to: recipientOf(channel), text, plain: false, runId: "run-1" }, never);
    const recipientOf = (channel: Channel): string => {
      const result = channel.parseRecipient(suite.to);
      if (!result.ok) throw new Error(result.hint);
      return result.to;
    };
    const sendTo = async (reply: FakeReply): Promise<SendResult> => {
      const rig = rigs[0] ?? (await start());
      rig.script({ kind: "reply", reply });
      return send(rig);
    };

    test("send() takes out control characters but line feed and tab, and repairs half pairs", {
      tags: "DEL-5",
    }, async () => {
      const rig = await start();
      await send(rig, "a\u0000b\u0007c\u001b[31md\r\ne\tf\u009dg \ud83d h \ud83d\ude00");
      expect(rig.messages.map(({ text }) => text)).toEqual([
        "abc[31md\ne\tfg \ufffd h \ud83d\ude00",
      ]);
    });

    test("send() takes out marks that turn the direction of text", { tags: "DEL-5" }, async () => {
      const rig = await start();
      await send(rig, "see \u202egro.elpmaxe\u202c or \u2067this\u2069");
      expect(rig.messages.map(({ text }) => text)).toEqual(["see gro.elpmaxe or this"]);
    });

    test("parseRecipient() refuses what it cannot read, and says what can be written", {
      tags: "DEL-4",
    }, async () => {
      const { channel } = await start();
      for (const to of ["", "  ", "a\u0000b", "a\u202eb", "x\ny", "z".repeat(600)]) {
        expect(channel.parseRecipient(to)).toEqual({
          ok: false,
          hint: expect.stringMatching(/\.$/),
        });
      }
    });

    test("parseRecipient() takes the channel's own prefix and gives one spelling", {
      tags: "DEL-3",
    }, async () => {
      const { channel } = await start();
      const to = recipientOf(channel);
      expect(channel.parseRecipient(`${suite.id}:${suite.to}`)).toEqual({ ok: true, to });
      expect(channel.parseRecipient(` ${suite.id.toUpperCase()}:${suite.to} `)).toEqual({
        ok: true,
        to,
      });
      expect(channel.parseRecipient(to)).toEqual({ ok: true, to });
    });

    test("send() delivers a text of exactly the limit, however many escapes it needs", {
      tags: "DEL-6",
    }, async () => {
      const rig = await start();
      const { channel } = rig;
      const measure = channel.measure ?? ((text: string) => text.length);
      for (const unit of [
        "x",
        "<&> ",
        "@a ",
        "**b** ",
        "\ud83d\ude00",
        "[t](https://a.example/) ",
      ]) {
        let text = unit.repeat(Math.floor(channel.limit / measure(unit)));
        while (measure(text) > channel.limit) text = text.slice(0, -unit.length);
        expect(await send(rig, text)).toMatchObject({ kind: "sent" });
      }
    });

    test("send() delivers each part of a long text that was cut by limit and measure", {
      tags: "DEL-6",
    }, async () => {
      const rig = await start();
      const { limit, measure } = rig.channel;
      const line =
        "**Über** <b>&</b> @ann `code` \ud83d\ude00 [link](https://a.example/?a=1&b=2)\n";
      const text = `${line.repeat(60)}\n\`\`\`ts\n${"if (a < b && c > d) return;\n".repeat(150)}\`\`\`\n${line.repeat(60)}`;
      const parts = splitText(text, { limit, measure, tail: (missing) => `${missing} more` });
      for (const [index, part] of parts.entries()) {
        expect(await send(rig, part, `delivery-1/${index + 1}`)).toMatchObject({ kind: "sent" });
      }
      expect(rig.messages.length).toBe(parts.length);
      expect(rig.messages.flatMap(({ pings, previews }) => [...pings, ...previews])).toEqual([]);
    });

    test("send() reports the id of each part, and the platform shows each part once", {
      tags: "DEL-7",
    }, async () => {
      const rig = await start();
      const ids: string[] = [];
      for (const part of [1, 2, 3]) {
        const result = await send(rig, `part ${part}`, `delivery-1/${part}`);
        ids.push(result.kind === "sent" ? result.id : result.kind);
      }
      expect(rig.messages.map(({ id, text }) => [id, text])).toEqual(
        ids.map((id, index) => [id, `part ${index + 1}`]),
      );
      expect(new Set(ids).size).toBe(3);
    });

    test("send() hands on how long the platform asks to wait", { tags: "DEL-9" }, async () => {
      expect(await sendTo(suite.replies.limited)).toEqual({
        kind: "retry",
        code: "rate_limited",
        afterMs: 7000,
      });
    });

    test("send() names no wait where the platform's is missing or absurd", {
      tags: "DEL-9",
    }, async () => {
      for (const reply of suite.replies.absurd) {
        expect(await sendTo(reply)).toEqual({ kind: "retry", code: "rate_limited" });
      }
    });

    test("send() says retry for a fault of the platform, and if there is no connection", {
      tags: "DEL-9",
    }, async () => {
      expect(await sendTo(suite.replies.fault)).toMatchObject({
        kind: "retry",
        code: "server_error",
      });
      const channel = await suite.createAt(CLOSED_URL);
      expect(await send({ channel })).toEqual({ kind: "retry", code: "not_connected" });
    });

    test("send() ends at its time limit with an unknown outcome", { tags: "DEL-9" }, async () => {
      const { timer, tasks } = createManualTimer();
      const rig = await start({ timer });
      rig.script({ kind: "accepted", lost: "silence" });
      const sending = send(rig);
      await expect.poll(() => rig.messages.length).toBe(1);
      const limitMs = rig.channel.callTimeoutMs ?? 30_000;
      expect(tasks.map(({ milliseconds }) => milliseconds)).toContain(limitMs);
      for (const { task } of tasks.filter(({ milliseconds }) => milliseconds === limitMs)) task();
      expect(await sending).toEqual({ kind: "unknown", code: "timeout" });
      expect(tasks).toEqual([]);
    });

    test("send() says credential for a refused token, and never for one recipient", {
      tags: "DEL-10",
    }, async () => {
      expect(await sendTo(suite.replies.credential)).toMatchObject({
        kind: "refused",
        scope: "credential",
      });
      expect(await sendTo(suite.replies.recipient)).toMatchObject({
        kind: "refused",
        scope: "message",
      });
    });

    test("send() lets the platform recognise a key within its window, where it can", {
      tags: "DEL-11",
    }, async () => {
      const rig = await start();
      const results = [await send(rig), await send(rig)];
      const hasKeys = rig.channel.keyWindowMs > 0;
      expect(rig.messages.length).toBe(hasKeys ? 1 : 2);
      expect(results[0]).toMatchObject({ kind: "sent" });
      if (hasKeys) expect(results[1]).toEqual(results[0]);
      await send(rig, "Hello", "delivery-1/2");
      expect(rig.messages.length).toBe(hasKeys ? 2 : 3);
    });

    const losses = [
      "close",
      ...(suite.needsId ? (["half", "no-id", "html"] as const) : []),
      "bad-gateway",
    ] as const;
    test.each(losses)(
      "send() says unknown after an accepted message (%s)",
      { tags: "DEL-12" },
      async (lost) => {
        const rig = await start();
        rig.script({ kind: "accepted", lost });
        expect(await send(rig)).toMatchObject({ kind: "unknown" });
        expect(rig.messages.length).toBe(1);
        expect(rig.requests()).toBe(1);
      },
    );

    test("send() says unknown where the connection breaks before an answer", {
      tags: "DEL-12",
    }, async () => {
      const rig = await start();
      rig.script({ kind: "close" });
      expect(await send(rig)).toEqual({ kind: "unknown", code: "connection_lost" });
      expect(rig.requests()).toBe(1);
    });

    test("send() explains each refusal in a sentence and says what to do", {
      tags: "DEL-14",
    }, async () => {
      const { credential, recipient } = suite.replies;
      for (const reply of [credential, recipient]) {
        expect(await sendTo(reply)).toMatchObject({
          message: expect.stringMatching(/^[A-Z][^.]+ \([^)]+\)\. [A-Z].+\.$/),
        });
      }
    });

    test("send() notifies nobody by name and has no preview fetched", {
      tags: "DEL-15",
    }, async () => {
      const rig = await start();
      for (const plain of [false, true]) {
        const to = recipientOf(rig.channel);
        await rig.channel.send({ key: `d/${plain}`, to, text: suite.loud, plain }, never);
      }
      expect(rig.messages.map(({ pings, previews }) => ({ pings, previews }))).toEqual([
        { pings: [], previews: [] },
        { pings: [], previews: [] },
      ]);
    });

    test("send() delivers as plain text what the platform refused as markup", {
      tags: "DEL-15",
    }, async () => {
      const rig = await start();
      const { markup } = suite.replies;
      if (markup !== undefined) {
        rig.script({ kind: "reply", reply: markup });
        expect(await send(rig)).toMatchObject({ kind: "refused", scope: "markup" });
      }
      const to = recipientOf(rig.channel);
      const text = "a < b **c** &amp; <b>d</b>";
      const result = await rig.channel.send({ key: "delivery-1/1", to, text, plain: true }, never);
      expect(result).toMatchObject({ kind: "sent" });
      expect(rig.messages.at(-1)?.text).toBe(text);
    });

    test("send() makes one request per call, whatever the answer", { tags: "PRT-2" }, async () => {
      const { limited, fault, credential, recipient, absurd } = suite.replies;
      const rig = await start();
      for (const reply of [limited, fault, credential, recipient, ...absurd]) {
        const [requests, messages] = [rig.requests(), rig.messages.length];
        rig.script({ kind: "reply", reply });
        await send(rig, "Hello", `refused/${requests}`);
        expect(rig.requests()).toBe(requests + 1);
        expect(rig.messages.length).toBe(messages);
        // Nothing of a failed call is left that could hold back the next.
        expect(await send(rig, "Hello", `next/${requests}`)).toMatchObject({ kind: "sent" });
      }
    });

    test("send() serves several recipients' calls at the same time", {
      tags: "PRT-2",
    }, async () => {
      const rig = await start();
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      rig.script({ kind: "hold", until });
      const first = send(rig, "first", "d/1");
      await expect.poll(() => rig.requests()).toBe(1);
      expect(await send(rig, "second", "d/2")).toMatchObject({ kind: "sent" });
      release();
      expect(await first).toMatchObject({ kind: "sent" });
    });

    test("send() stops with the caller's signal", { tags: "PRT-2" }, async () => {
      const rig = await start();
      rig.script({ kind: "accepted", lost: "silence" });
      const controller = new AbortController();
      const part = { key: "d/1", to: recipientOf(rig.channel), text: "Hello", plain: false };
      const sending = rig.channel.send(part, controller.signal);
      await expect.poll(() => rig.messages.length).toBe(1);
      controller.abort("stopping");
      expect(await sending).toEqual({ kind: "unknown", code: "aborted" });
      expect(await rig.channel.send(part, controller.signal)).toEqual({
        kind: "retry",
        code: "aborted",
      });
      expect(rig.requests()).toBe(1);
    });

    test("send() follows no redirect, and says that the address is wrong", {
      tags: "SEC-5",
    }, async () => {
      const other = await start();
      const rig = await start();
      for (const status of [301, 302, 303, 307, 308]) {
        const location = `${other.url}/`;
        rig.script({ kind: "reply", reply: { status, headers: { location }, body: "" } });
        expect(await send(rig)).toMatchObject({
          kind: "refused",
          scope: "credential",
          code: "redirected",
        });
      }
      expect(other.requests()).toBe(0);
      expect(rig.requests()).toBe(5);
    });

    test("send() shows no secret and no text in any result", { tags: "SEC-5" }, async () => {
      const { replies } = suite;
      const echo = `${suite.secret} Hello`;
      const echoes = [
        { status: 400, body: echo },
        { status: 400, body: { description: echo, error: echo, message: echo } },
        { status: 200, body: { ok: false, error: echo } },
      ];
      const results: SendResult[] = [];
      for (const reply of [...Object.values(replies).flat(), ...echoes])
        results.push(await sendTo(reply));
      const shown = JSON.stringify(results);
      expect(shown).not.toContain(suite.secret);
      expect(shown).not.toContain("Hello");
    });
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
