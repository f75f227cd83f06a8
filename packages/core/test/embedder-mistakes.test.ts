// Mistakes of those who compile a config in code → the hint, and what comes of following it.
import { expect, test } from "vitest";
import type { CompileOptions } from "../src/authoring/plan/options.ts";
import { compileHooks, type HookwrightConfigInput, safeCompileHooks } from "../src/index.ts";
import { createIngress } from "../src/serving/ingress/index.ts";

const TOKEN = "a-long-random-text-of-your-own";
const env: Readonly<Record<string, string | undefined>> = { HOOK_TOKEN: TOKEN };
const secrets: CompileOptions["secrets"] = (reference) =>
  "env" in reference ? env[reference.env] : undefined;

interface Mistake {
  readonly name: string;
  readonly token: unknown;
  readonly code: string;
  readonly says: readonly string[];
  readonly followed: readonly { readonly token: unknown; readonly options?: CompileOptions }[];
}

const VALUE = { token: env["HOOK_TOKEN"] };
const PORT = { token: "${HOOK_TOKEN}", options: { secrets } };
const BOTH = ["option `secrets`", "the value itself, such as process.env.HOOK_TOKEN"];

const MISTAKES: readonly Mistake[] = [
  {
    name: "a variable that is not set, as its value",
    token: undefined,
    code: "token_missing",
    says: BOTH,
    followed: [VALUE, PORT],
  },
  {
    name: "a variable that is blank, as its value",
    token: " ",
    code: "token_missing",
    says: BOTH,
    followed: [VALUE, PORT],
  },
  {
    name: "a reference as files have it",
    token: "${HOOK_TOKEN}",
    code: "secret_missing",
    says: BOTH,
    followed: [VALUE, PORT],
  },
  {
    name: "a reference as an object",
    token: { env: "HOOK_TOKEN" },
    code: "secret_missing",
    says: BOTH,
    followed: [VALUE, { token: { env: "HOOK_TOKEN" }, options: { secrets } }],
  },
  {
    name: "a file",
    token: { file: "/run/secrets/hook" },
    code: "secret_missing",
    says: BOTH,
    followed: [{ token: { file: "/run/secrets/hook" }, options: { secrets: () => TOKEN } }],
  },
  {
    name: "the name of the variable",
    token: "MY_HOOK_TOKEN",
    code: "token_is_a_name",
    says: BOTH,
    followed: [VALUE, PORT],
  },
  {
    name: "the expression as a text",
    token: "process.env.HOOK_TOKEN",
    code: "token_placeholder",
    says: BOTH,
    followed: [VALUE, PORT],
  },
  {
    name: "a list in rotation, of references",
    token: ["${HOOK_TOKEN}", TOKEN],
    code: "secret_missing",
    says: BOTH,
    followed: [{ token: [env["HOOK_TOKEN"], "another-long-text-of-your-own"] }],
  },
];

test.each(MISTAKES)(
  "compileHooks() without the option secrets leads out of $name",
  async (mistake) => {
    const { token, code, says, followed } = mistake;
    const result = safeCompileHooks({ hooks: { enabled: true, token } });
    const [problem] = result.ok ? [] : result.problems;
    expect(problem).toMatchObject({ code, path: expect.arrayContaining(["hooks", "token"]) });
    for (const words of says) expect(problem?.hint).toContain(words);
    for (const { token: fixed, options } of followed) {
      const hooks = { enabled: true, token: fixed };
      const dispatched = await send({ hooks } as HookwrightConfigInput, options);
      expect(dispatched).toMatchObject([{ kind: "wake", untrustedText: "The backup is done." }]);
    }
  },
);

test("compileHooks() with the option secrets gives hints as they are for files", () => {
  const result = safeCompileHooks({ hooks: { enabled: true } }, { secrets });
  expect(result).toMatchObject({
    problems: [
      { hint: 'Write "token": "${HOOK_TOKEN}" and set that variable to a long random text.' },
    ],
  });
});

const hooksOf = (more: object): HookwrightConfigInput =>
  ({ hooks: { enabled: true, token: TOKEN, ...more } }) as HookwrightConfigInput;
const ci = { match: { path: "wake" }, messageTemplate: "{{text}}" };

interface NameMistake {
  readonly name: string;
  readonly config: HookwrightConfigInput;
  readonly options?: CompileOptions;
  readonly code: string;
  readonly says: string;
  readonly followed: CompileOptions;
  readonly event: { readonly path: string; readonly payload: object };
  readonly action: object;
}

const uptime = () => [{ match: { path: "uptime" }, messageTemplate: "{{monitor}} is down" }];
const toPager = hooksOf({ mappings: [{ ...ci, match: { path: "ci" }, channel: "Pager" }] });
const job = { path: "ci", payload: { text: "tests" } };
const monitor = { path: "uptime", payload: { monitor: "Shop" } };

const NAME_MISTAKES: readonly NameMistake[] = [
  {
    name: "a channel that only the host was given",
    config: toPager,
    code: "channel_unknown",
    says: "in its option `channels`: docs/own-channels.md.",
    followed: { channels: [{ id: "pager" }] },
    event: job,
    action: { channel: "pager", untrustedText: "tests" },
  },
  {
    name: "an alias that was not passed",
    config: hooksOf({ mappings: [{ ...ci, match: { path: "ci" }, channel: "beeper" }] }),
    options: { channels: [{ id: "pager" }] },
    code: "channel_unknown",
    says: "in its option `channels`: docs/own-channels.md.",
    followed: { channels: [{ id: "pager", aliases: ["Beeper"] }] },
    event: job,
    action: { channel: "pager", untrustedText: "tests" },
  },
  {
    name: "a preset of one's own with a plain name",
    config: hooksOf({ presets: ["uptime"] }),
    code: "preset_unknown",
    says: "A preset of your own is an option of `compileHooks`: docs/own-channels.md.",
    followed: { presets: { uptime } },
    event: monitor,
    action: { untrustedText: "Shop is down" },
  },
  {
    name: "a preset of one's own with another name",
    config: hooksOf({ presets: ["Our Uptime"] }),
    code: "preset_unknown",
    says: "A preset of your own is an option of `compileHooks`: docs/own-channels.md.",
    followed: { presets: { "Our Uptime": uptime } },
    event: monitor,
    action: { untrustedText: "Shop is down" },
  },
];

test.each(NAME_MISTAKES)(
  "compileHooks() says where what is one's own goes: $name",
  async (mistake) => {
    const { config, options, code, says, followed, event, action } = mistake;
    const result = safeCompileHooks(config, options);
    const [problem] = result.ok ? result.hooks.warnings : result.problems;
    expect(problem).toMatchObject({ code, hint: expect.stringContaining(says) });
    const resolution = await compileHooks(config, followed).resolve(event);
    expect(resolution).toMatchObject({ outcome: "action", action });
  },
);

async function send(config: HookwrightConfigInput, options?: CompileOptions): Promise<unknown[]> {
  const dispatched: unknown[] = [];
  const ingress = createIngress({
    hooks: compileHooks(config, options),
    dispatch: (action) => void dispatched.push(action),
  });
  await ingress.receive({
    method: "POST",
    target: "/hooks/wake",
    headers: () => ({ authorization: `Bearer ${TOKEN}` }),
    remoteAddress: () => undefined,
    readBody: async () => ({ kind: "parsed", value: { text: "The backup is done." } }),
    isGone: () => false,
  });
  return dispatched;
}
