// A channel and a fake of its platform → the rules that hold for every channel, as functions for any test runner.
import assert from "node:assert/strict";
import type { Timer } from "@hookwright/core";
import { type Channel, channelIdOf, type SendResult } from "../model/channel.ts";
import { splitText } from "../plan/split-text.ts";
import { assertMatches, until } from "./assertions.ts";
import type { FakeMessage, FakeReply, Fault } from "./fake-platform.ts";
import { createManualTimer } from "./manual-timer.ts";

/** A channel with the platform that it talks to. */
export interface ChannelRig {
  readonly channel: Channel;
  readonly url: string;
  /** What the platform accepted. */
  readonly messages: readonly FakeMessage[];
  /** How many calls reached the platform. */
  readonly requests: () => number;
  /** Each call that comes uses up one fault. */
  readonly script: (...faults: readonly Fault[]) => void;
  readonly close: () => Promise<void>;
}

/** A channel that sends by HTTP, and how its platform answers. */
export interface ChannelSuite {
  readonly id: string;
  /** The channel, connected to a fake of its own. `timer` replaces `setTimeout`. */
  readonly start: (options?: { readonly timer?: Timer }) => Promise<ChannelRig>;
  /** The channel for a platform at another address. */
  readonly createAt: (url: string) => Promise<Channel>;
  /** A recipient of the fake. */
  readonly to: string;
  /** What no result may show, such as the token. */
  readonly secret: string;
  /** Refusals and waits, as this platform says them. */
  readonly replies: {
    readonly credential: FakeReply;
    readonly recipient: FakeReply;
    /** Asks to wait for 7 seconds. */
    readonly limited: FakeReply;
    /** A wait that is not a time to come: 0, negative, or not a number. */
    readonly absurd: readonly FakeReply[];
    readonly fault: FakeReply;
    /** Only if the platform refuses markup. */
    readonly markup?: FakeReply;
  };
  /** A text that would notify somebody and fetch a preview, if it were not sent as data. */
  readonly loud: string;
  /** False: any 2xx is a success. */
  readonly needsId: boolean;
}

/** One rule. `run` rejects with an assertion error if the channel breaks the rule. */
export interface ChannelRule {
  readonly name: string;
  /** The rule's id in the host's own tests. */
  readonly tags: string;
  readonly run: () => Promise<void>;
}

const never = new AbortController().signal;

/** Nothing listens here. A port that was just closed would not do: another process may get it in between. */
const CLOSED_URL = "http://127.0.0.1:2";

const CALL_TIMEOUT_MS = 30_000;

type Start = (options?: { readonly timer?: Timer }) => Promise<ChannelRig>;

/**
 * The rules for channels that send by HTTP, for any test runner. Each rule starts its own fake of the platform.
 *
 * @example
 * ```ts
 * for (const { name, run } of channelRules(suite)) test(name, run);
 * ```
 */
export function channelRules(suite: ChannelSuite): readonly ChannelRule[] {
  const { replies } = suite;

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

  const sendTo = (rig: ChannelRig, reply: FakeReply): Promise<SendResult> => {
    rig.script({ kind: "reply", reply });
    return send(rig);
  };

  const losses = [
    "close",
    ...(suite.needsId ? (["half", "no-id", "html"] as const) : []),
    "bad-gateway",
  ] as const;

  const rules: readonly (Pick<ChannelRule, "name" | "tags"> & {
    readonly run: (start: Start) => Promise<void>;
  })[] = [
    {
      name: "send() takes out control characters but line feed and tab, and repairs half pairs",
      tags: "DEL-5",
      run: async (start) => {
        const rig = await start();
        await send(rig, "a\u0000b\u0007c\u001b[31md\r\ne\tf\u009dg \ud83d h \ud83d\ude00");
        assert.deepEqual(textsOf(rig), ["abc[31md\ne\tfg \ufffd h \ud83d\ude00"]);
      },
    },
    {
      name: "send() takes out marks that turn the direction of text",
      tags: "DEL-5",
      run: async (start) => {
        const rig = await start();
        await send(rig, "see \u202egro.elpmaxe\u202c or \u2067this\u2069");
        assert.deepEqual(textsOf(rig), ["see gro.elpmaxe or this"]);
      },
    },
    {
      name: "parseRecipient() refuses what it cannot read, and says what can be written",
      tags: "DEL-4",
      run: async (start) => {
        const { channel } = await start();
        for (const to of ["", "  ", "a\u0000b", "a\u202eb", "x\ny", "z".repeat(600)]) {
          const result = channel.parseRecipient(to);
          assert.deepEqual(Object.keys(result), ["ok", "hint"]);
          assertMatches(result, { ok: false, hint: /\.$/ });
        }
      },
    },
    {
      name: "parseRecipient() takes the channel's own prefix and gives one spelling",
      tags: "DEL-3",
      run: async (start) => {
        const { channel } = await start();
        const to = recipientOf(channel);
        const { id } = suite;
        for (const written of [`${id}:${suite.to}`, ` ${id.toUpperCase()}:${suite.to} `, to]) {
          assert.deepEqual(channel.parseRecipient(written), { ok: true, to });
        }
      },
    },
    {
      name: "send() delivers a text of exactly the limit, however many escapes it needs",
      tags: "DEL-6",
      run: async (start) => {
        const rig = await start();
        const { limit, measure = (text: string) => text.length } = rig.channel;
        for (const unit of UNITS) {
          let text = unit.repeat(Math.floor(limit / measure(unit)));
          while (measure(text) > limit) text = text.slice(0, -unit.length);
          assertMatches(await send(rig, text), { kind: "sent" });
        }
      },
    },
    {
      name: "send() delivers each part of a long text that was cut by limit and measure",
      tags: "DEL-6",
      run: async (start) => {
        const rig = await start();
        const { limit, measure } = rig.channel;
        const parts = splitText(LONG_TEXT, {
          limit,
          measure,
          tail: (missing) => `${missing} more`,
        });
        for (const [index, part] of parts.entries()) {
          assertMatches(await send(rig, part, `delivery-1/${index + 1}`), { kind: "sent" });
        }
        assert.equal(rig.messages.length, parts.length);
        assert.deepEqual(noiseOf(rig), []);
      },
    },
    {
      name: "send() reports the id of each part, and the platform shows each part once",
      tags: "DEL-7",
      run: async (start) => {
        const rig = await start();
        const sent: (readonly [string, string])[] = [];
        for (const part of [1, 2, 3]) {
          const result = await send(rig, `part ${part}`, `delivery-1/${part}`);
          sent.push([result.kind === "sent" ? result.id : result.kind, `part ${part}`]);
        }
        assert.deepEqual(
          rig.messages.map(({ id, text }) => [id, text]),
          sent,
        );
        assert.equal(new Set(sent.map(([id]) => id)).size, 3);
      },
    },
    {
      name: "send() hands on how long the platform asks to wait",
      tags: "DEL-9",
      run: async (start) => {
        assert.deepEqual(await sendTo(await start(), replies.limited), {
          ...{ kind: "retry", code: "rate_limited", afterMs: 7_000 },
        });
      },
    },
    {
      name: "send() names no wait if the platform's is missing or absurd",
      tags: "DEL-9",
      run: async (start) => {
        const rig = await start();
        for (const reply of replies.absurd) {
          assert.deepEqual(await sendTo(rig, reply), { kind: "retry", code: "rate_limited" });
        }
      },
    },
    {
      name: "send() says retry for a fault of the platform, and if there is no connection",
      tags: "DEL-9",
      run: async (start) => {
        const rig = await start();
        assertMatches(await sendTo(rig, replies.fault), { kind: "retry", code: "server_error" });
        const channel = await suite.createAt(CLOSED_URL);
        assert.deepEqual(await send({ channel }), { kind: "retry", code: "not_connected" });
      },
    },
    {
      name: "send() ends at its time limit with an unknown outcome",
      tags: "DEL-9",
      run: async (start) => {
        const { timer, tasks } = createManualTimer();
        const rig = await start({ timer });
        rig.script({ kind: "accepted", lost: "silence" });
        const sending = send(rig);
        await until(() => rig.messages.length === 1, "the platform gets the message");
        const limitMs = rig.channel.callTimeoutMs ?? CALL_TIMEOUT_MS;
        const due = tasks.filter(({ milliseconds }) => milliseconds === limitMs);
        assert.notEqual(due.length, 0, `no timer of ${limitMs} ms is set`);
        for (const { task } of due) task();
        assert.deepEqual(await sending, { kind: "unknown", code: "timeout" });
        assert.deepEqual(tasks, []);
      },
    },
    {
      name: "send() says credential for a refused token, and never for one recipient",
      tags: "DEL-10",
      run: async (start) => {
        const rig = await start();
        const { credential, recipient } = replies;
        const [refused, message] = [await sendTo(rig, credential), await sendTo(rig, recipient)];
        assertMatches(refused, { kind: "refused", scope: "credential" });
        assertMatches(message, { kind: "refused", scope: "message" });
      },
    },
    {
      name: "send() lets the platform recognise a key within its window, if it can",
      tags: "DEL-11",
      run: async (start) => {
        const rig = await start();
        const results = [await send(rig), await send(rig)];
        const hasKeys = rig.channel.keyWindowMs > 0;
        assert.equal(rig.messages.length, hasKeys ? 1 : 2);
        assertMatches(results[0], { kind: "sent" });
        if (hasKeys) assert.deepEqual(results[1], results[0]);
        await send(rig, "Hello", "delivery-1/2");
        assert.equal(rig.messages.length, hasKeys ? 2 : 3);
      },
    },
    ...losses.map((lost) => ({
      name: `send() says unknown after an accepted message (${lost})`,
      tags: "DEL-12",
      run: async (start: Start) => {
        const rig = await start();
        rig.script({ kind: "accepted", lost });
        assertMatches(await send(rig), { kind: "unknown" });
        assert.equal(rig.messages.length, 1);
        assert.equal(rig.requests(), 1);
      },
    })),
    {
      name: "send() says unknown if the connection breaks before an answer",
      tags: "DEL-12",
      run: async (start) => {
        const rig = await start();
        rig.script({ kind: "close" });
        assert.deepEqual(await send(rig), { kind: "unknown", code: "connection_lost" });
        assert.equal(rig.requests(), 1);
      },
    },
    {
      name: "send() explains each refusal in a sentence and says what to do",
      tags: "DEL-14",
      run: async (start) => {
        const rig = await start();
        for (const reply of [replies.credential, replies.recipient]) {
          assertMatches(await sendTo(rig, reply), {
            message: /^[A-Z][^.]+ \([^)]+\)\. [A-Z].+\.$/,
          });
        }
      },
    },
    {
      name: "send() notifies nobody by name and has no preview fetched",
      tags: "DEL-15",
      run: async (start) => {
        const rig = await start();
        const to = recipientOf(rig.channel);
        for (const plain of [false, true]) {
          await rig.channel.send({ key: `d/${plain}`, to, text: suite.loud, plain }, never);
        }
        assert.equal(rig.messages.length, 2);
        assert.deepEqual(noiseOf(rig), []);
      },
    },
    {
      name: "send() delivers as plain text what the platform refused as markup",
      tags: "DEL-15",
      run: async (start) => {
        const rig = await start();
        if (replies.markup !== undefined) {
          const refused = await sendTo(rig, replies.markup);
          assertMatches(refused, { kind: "refused", scope: "markup" });
        }
        const to = recipientOf(rig.channel);
        const part = { key: "delivery-1/1", to, text: PLAIN_TEXT, plain: true };
        assertMatches(await rig.channel.send(part, never), { kind: "sent" });
        assert.equal(rig.messages.at(-1)?.text, PLAIN_TEXT);
      },
    },
    {
      name: "send() makes one request per call, whatever the answer",
      tags: "PRT-2",
      run: async (start) => {
        const { limited, fault, credential, recipient, absurd } = replies;
        const rig = await start();
        for (const reply of [limited, fault, credential, recipient, ...absurd]) {
          const [requests, messages] = [rig.requests(), rig.messages.length];
          rig.script({ kind: "reply", reply });
          await send(rig, "Hello", `refused/${requests}`);
          assert.equal(rig.requests(), requests + 1);
          assert.equal(rig.messages.length, messages);
          // Nothing of a failed call is left that could hold back the next.
          assertMatches(await send(rig, "Hello", `next/${requests}`), { kind: "sent" });
        }
      },
    },
    {
      name: "send() serves several recipients' calls at the same time",
      tags: "PRT-2",
      run: async (start) => {
        const rig = await start();
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        rig.script({ kind: "hold", until: held });
        const first = send(rig, "first", "d/1");
        await until(() => rig.requests() === 1, "the platform gets the first request");
        assertMatches(await send(rig, "second", "d/2"), { kind: "sent" });
        release();
        assertMatches(await first, { kind: "sent" });
      },
    },
    {
      name: "send() stops with the caller's signal",
      tags: "PRT-2",
      run: async (start) => {
        const rig = await start();
        rig.script({ kind: "accepted", lost: "silence" });
        const { signal, abort } = createAbort();
        const part = { key: "d/1", to: recipientOf(rig.channel), text: "Hello", plain: false };
        const sending = rig.channel.send(part, signal);
        await until(() => rig.messages.length === 1, "the platform gets the message");
        abort();
        assert.deepEqual(await sending, { kind: "unknown", code: "aborted" });
        assert.deepEqual(await rig.channel.send(part, signal), { kind: "retry", code: "aborted" });
        assert.equal(rig.requests(), 1);
      },
    },
    {
      name: "send() follows no redirect, and says that the address is wrong",
      tags: "SEC-5",
      run: async (start) => {
        const other = await start();
        const rig = await start();
        for (const status of [301, 302, 303, 307, 308]) {
          const headers = { location: `${other.url}/` };
          const result = await sendTo(rig, { status, headers, body: "" });
          assertMatches(result, { kind: "refused", scope: "credential", code: "redirected" });
        }
        assert.equal(other.requests(), 0);
        assert.equal(rig.requests(), 5);
      },
    },
    {
      name: "send() shows no secret and no text in any result",
      tags: "SEC-5",
      run: async (start) => {
        const rig = await start();
        const echo = `${suite.secret} Hello`;
        const echoes = [
          { status: 400, body: echo },
          { status: 400, body: { description: echo, error: echo, message: echo } },
          { status: 200, body: { ok: false, error: echo } },
        ];
        const all = [...Object.values(replies).flat(), ...echoes];
        const results: SendResult[] = [];
        for (const reply of all) results.push(await sendTo(rig, reply));
        const shown = JSON.stringify(results);
        assert.ok(!shown.includes(suite.secret), "a result shows the secret");
        assert.ok(!shown.includes("Hello"), "a result shows the text");
      },
    },
  ];
  return rules.map((rule) => ({ ...rule, run: () => withRigs(suite, rule.run) }));
}

async function withRigs(
  { start, id }: ChannelSuite,
  run: (start: Start) => Promise<void>,
): Promise<void> {
  const rigs: ChannelRig[] = [];
  try {
    await run(async (options) => {
      const rig = await start(options);
      rigs.push(rig);
      assert.equal(channelIdOf(rig.channel.id), channelIdOf(id));
      return rig;
    });
  } finally {
    await Promise.all(rigs.map(({ close }) => close()));
  }
}

function textsOf({ messages }: ChannelRig): readonly string[] {
  return messages.map(({ text }) => text);
}

/** Who was notified, and what was fetched. */
function noiseOf({ messages }: ChannelRig): readonly string[] {
  return messages.flatMap(({ pings, previews }) => [...pings, ...previews]);
}

function createAbort(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort("stopping") };
}

const PLAIN_TEXT = "a < b **c** &amp; <b>d</b>";

const UNITS = ["x", "<&> ", "@a ", "**b** ", "\ud83d\ude00", "[t](https://a.example/) "];

const LINE =
  "**Über** <b>&</b> @ann `code` \ud83d\ude00 [link](https://a.example/?a=1&b=2)\n".repeat(60);

const LONG_TEXT = `${LINE}\n\`\`\`ts\n${"if (a < b && c > d) return;\n".repeat(150)}\`\`\`\n${LINE}`;
