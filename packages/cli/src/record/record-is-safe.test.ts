// Laws: no secret and nothing about a person is in any written file, wherever it stood in a request, and
// recorded events come to the same mappings, conditions and numbers of sessions as the originals.
// HOOKWRIGHT_RUNS=2000 tries as many requests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor, type NamedEvent } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { listComparedValues } from "./compared-values.ts";
import { createRecorder } from "./create-recorder.ts";

const RUNS = Number(process.env["HOOKWRIGHT_RUNS"] ?? 200);

let state = 1;

/** The same numbers in every run, so that a failure comes again. */
const random = (limit: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % limit;
};

const alnum = (length: number) =>
  fc.string({
    unit: fc.constantFrom(..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"),
    minLength: length,
    maxLength: length,
  });

/** Each in a form of R4; what may not be found is what is generated. */
const secrets = fc
  .tuple(
    fc.constantFrom(
      "sk_live_",
      "ghp_",
      "github_pat_",
      "xoxb-",
      "AKIA",
      "eyJhbGciOi.",
      "ENV-",
      "TOKEN-",
      "PEM",
    ),
    alnum(24),
  )
  .map(([kind, text]) => {
    if (kind === "PEM")
      return {
        written: `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----`,
        hidden: text,
      };
    return {
      written: kind === "eyJhbGciOi." ? `${kind}${text}.${text}` : `${kind}${text}`,
      hidden: text,
    };
  });

const keyed = fc
  .tuple(
    fc.constantFrom(
      "password",
      "apiKey",
      "client_secret",
      "otp",
      "cvv",
      "Authorization",
      "session",
      "private-key",
    ),
    alnum(12),
  )
  .map(([key, text]) => ({ value: { [key]: text } as unknown, hidden: text }));

const people = alnum(10).chain((text) =>
  fc.constantFrom<{ readonly value: unknown; readonly hidden: string }>(
    { value: `mail ${text}@acme.io today`, hidden: text },
    { value: { login: text }, hidden: text },
    { value: { first_name: text, x: [text] }, hidden: text },
    { value: "+1 415 555 0100", hidden: "415 555 0100" },
    { value: "from 203.0.113.77.", hidden: "203.0.113.77" },
  ),
);

const numbers = fc.constantFrom(
  { value: "card 4242 4242 4242 4242" as unknown, hidden: "4242 4242 4242" },
  { value: 4_000_056_655_665_556, hidden: "4000056655665556" },
  { value: "IBAN DE89370400440532013000", hidden: "370400440532013000" },
);

const around = fc.constantFrom<(text: string) => unknown>(
  (text) => text,
  (text) => `see ${text} there`,
  (text) => `https://x.example/?sig=${text}&a=1`,
  (text) => ({ [text]: 1 }),
  (text) => [[text]],
  (text) => JSON.stringify({ inner: text }),
);

const planted = fc.oneof(
  fc
    .tuple(secrets, around)
    .map(([{ written, hidden }, place]) => ({ value: place(written), hidden })),
  keyed,
  people,
  numbers,
);

const requests = fc.record({
  plants: fc.array(planted, { minLength: 1, maxLength: 5 }),
  path: fc.array(fc.constantFrom("a", "b", "items", "meta"), { maxLength: 3 }),
  inQuery: fc.boolean(),
  inHeader: fc.boolean(),
});

/** Config secrets and values of the environment are told to the redactor. */
const told = (text: string) => /^(?:ENV|TOKEN)-/.test(text);

test("R4 R5 createRecorder() writes no secret and nobody's data into any file", async () => {
  const folder = createTempDir();
  const files: string[] = [];
  await fc.assert(
    fc.asyncProperty(requests, async ({ plants, path, inQuery, inHeader }) => {
      const values =
        JSON.stringify(plants.map(({ value }) => value)).match(/(?:ENV|TOKEN)-[A-Z0-9]{24}/g) ?? [];
      const redact = createRedactor({ random, secrets: values.filter(told) });
      const recorder = createRecorder({
        // A folder with thousands of files would make each search for a free number longer.
        out: join(folder, String(files.length)),
        perShape: 3,
        max: 10,
        by: "test",
        redact,
      });
      const payload = path.reduce<unknown>((inner, key) => ({ [key]: inner }), {
        list: plants.map(({ value }) => value),
      });
      const texts = plants.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
      const event: NamedEvent = {
        path: "hook",
        payload,
        query: inQuery ? Object.fromEntries(texts.map((text, index) => [`q${index}`, text])) : {},
        headers: inHeader
          ? { "x-request-id": texts.join(", "), authorization: "Bearer never" }
          : {},
      };
      const file = await recorder.record(event);
      const written = readFileSync(file as string, "utf8");
      files.push(file as string);
      for (const { hidden: one } of plants) {
        expect(written).not.toContain(one);
      }
      expect(JSON.parse(written).recorded.redacted).not.toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(files.length).toBeGreaterThanOrEqual(RUNS);
});

const hooks = compileHooks({
  hooks: {
    mappings: [
      {
        id: "bots",
        match: { path: "github", when: { "==": [{ var: "payload.sender.login" }, "dependabot"] } },
        skip: true,
      },
      {
        id: "same",
        match: {
          path: "github",
          when: { "==": [{ var: "payload.sender.login" }, { var: "payload.owner.login" }] },
        },
        sessionKey: "hook:own:{{sender.login}}",
        messageTemplate: "{{sender.login}}",
      },
      {
        id: "others",
        match: { path: "github", headers: { "x-github-event": "push" } },
        sessionKey: "hook:github:{{sender.email}}",
        messageTemplate: "{{sender.login}}",
      },
    ],
  },
});

const users = fc.record({
  login: fc.constantFrom("dependabot", "annlee", "bobsmith", "carola"),
  email: fc.constantFrom("ann@acme.io", "bob@acme.io"),
});

const traffic = fc.array(
  fc.record({ sender: users, owner: users, kind: fc.constantFrom("push", "ping") }),
  { minLength: 1, maxLength: 8 },
);

test("R6 R7 recorded events come to the same mappings and numbers of sessions", async () => {
  await fc.assert(
    fc.asyncProperty(traffic, async (list) => {
      const redact = createRedactor({ random, keepValues: listComparedValues(hooks) });
      const events = list.map(
        ({ kind, ...payload }): NamedEvent => ({
          path: "github",
          payload,
          query: {},
          headers: { "x-github-event": kind },
        }),
      );
      const before = await outcomesOf(events);
      const after = await outcomesOf(events.map((event) => redact(event).event));
      expect(after).toEqual(before);
    }),
    { numRuns: RUNS },
  );
});

async function outcomesOf(events: readonly NamedEvent[]) {
  const resolutions = await Promise.all(events.map((event) => hooks.resolve(event)));
  const keys = resolutions.flatMap((one) =>
    one.outcome === "action" && one.action.kind === "agent" ? [one.action.sessionKey] : [],
  );
  const mappings = resolutions.map((one) => (one.outcome === "unmatched" ? "none" : one.mappingId));
  return { mappings, sessions: new Set(keys).size };
}
