import { expect, test } from "vitest";
import { findValues } from "./find-values.ts";
import { createRedactor, type NamedEvent } from "./redact-event.ts";
import type { RedactOptions } from "./redact-value.ts";

/** The same numbers each time. */
function createRandom(seed = 1): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const event = (payload: unknown, more: Partial<NamedEvent> = {}): NamedEvent => ({
  path: "ci",
  headers: {},
  query: {},
  payload,
  ...more,
});

function redactEvent(one: NamedEvent, options: Partial<RedactOptions> = {}) {
  return createRedactor({ random: createRandom(), ...options })(one);
}

const redact = (payload: unknown, options?: Partial<RedactOptions>) =>
  redactEvent(event(payload), options);

const payloadOf = (payload: unknown, options?: Partial<RedactOptions>) =>
  redact(payload, options).event.payload;

test("createRedactor() keeps only allowed headers, and none that can hold a credential", () => {
  const names = [
    "Content-Type",
    "User-Agent",
    "X-GitHub-Event",
    "X-GitHub-Delivery",
    "X-Shopify-Topic",
    "X-Goog-Resource",
    "Svix-Id",
    "Webhook-Timestamp",
    "Event",
  ];
  const secret = [
    "Authorization",
    "Cookie",
    "X-Hub-Signature-256",
    "X-Gateway-Token",
    "X-Session-Id",
    "X-Gitlab-Token",
    "Signature-Timestamp",
    "Accept",
  ];
  const headers = Object.fromEntries([...names, ...secret].map((name) => [name, "v"]));
  const more = { "X-List-Id": ["a", "b"], "X-None-Id": undefined };
  const result = redactEvent(event({}, { headers: { ...headers, ...more } }));
  expect(Object.keys(result.event.headers)).toEqual([
    ...names.map((name) => name.toLowerCase()),
    "x-list-id",
    "x-none-id",
  ]);
  expect(result.event.headers["x-list-id"]).toBe("a, b");
});

test.each([
  ["password", "hunter2hunter2"],
  ["passwd", "hunter2hunter2"],
  ["clientSecret", "hunter2hunter2"],
  ["api-key", "hunter2hunter2"],
  ["access_token", "hunter2hunter2"],
  ["accesstoken", "hunter2hunter2"],
  ["session_id", "hunter2hunter2"],
  ["x", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
  ["x", "see ghp_16C7e42F292c6912E7710c838347Ae178B4a now"],
  ["x", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuv"],
  ["x", "xoxb-123456789012-abcdefGHIJKL"],
  ["x", "AKIAIOSFODNN7EXAMPLE"],
  ["x", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N"],
  ["x", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow+/=\n-----END RSA PRIVATE KEY-----"],
  ["x", "4242 4242 4242 4242"],
  ["x", "DE89 3704 0044 0532 0130 00"],
  ["x", "https://ann:hunter2@example.com/x"],
  ["x", "https://example.com/x?a=1&sig=hunter2hunter2"],
  ["x", "https://s3.example.com/x?X-Amz-Signature=hunter2hunter2&b=1"],
  ["x", "Bearer hunter2hunter2"],
  ["x", "the password: hunter2hunter2, see"],
  ["x", '{"password":"hunter2hunter2"}'],
])("createRedactor() replaces the secret of %s: %s", (key, value) => {
  for (const options of [{}, { keepPeople: true, keep: ["payload"] }]) {
    const { event: shown, redacted } = redact({ [key]: value }, options);
    const text = JSON.stringify(shown.payload);
    for (const part of value.match(/hunter2\w*|[A-Za-z0-9_]{12,}|4242 4242|3704 0044|MIIE/g) ??
      []) {
      if (!/^(?:github_pat|password|X_Amz|Signature)$/.test(part)) expect(text).not.toContain(part);
    }
    expect(redacted).toEqual([{ path: `payload.${key}`, rule: "R4" }]);
    const [other] = Object.values(shown.payload as Record<string, string>);
    expect(other).toHaveLength(value.length);
  }
});

test("createRedactor() replaces everything below a secret key, including numbers, and keeps other types", () => {
  const shown = payloadOf({ pin: 1234, otp: -77, secrets: { a: ["x1"], b: true, c: null, d: "" } });
  expect(shown).toEqual({
    pin: expect.any(Number),
    otp: expect.any(Number),
    secrets: { a: [expect.stringMatching(/^[a-z]{2}$/)], b: true, c: null, d: "" },
  });
  expect(String((shown as { pin: number }).pin)).toMatch(/^(?!1234)\d{4}$/);
  expect((shown as { otp: number }).otp).toBeLessThan(0);
});

test("createRedactor() replaces values of the environment and of the config everywhere", () => {
  const options = {
    secrets: ["value-of-env", "value-of-env-2"],
    hideSecrets: (text: string) => text.replaceAll("the-token", "***"),
  };
  const { event: shown, redacted } = redact(
    {
      "value-of-env": "a value-of-env-2 and the-token",
      n: 4_242_424_242_424_242,
      m: 1_767_323_045_000,
    },
    options,
  );
  const text = JSON.stringify(shown);
  expect(text).not.toMatch(/value-of-env|the-token|4242424242424242/);
  expect(text).toContain("1767323045000");
  expect(redacted.map(({ rule }) => rule)).toEqual(["R4", "R4", "R4"]);
});

test("createRedactor() replaces credentials in queries, and names of parameters that are secrets", () => {
  const query = { code: "abc", page: "2", "s3cret-value": "x" };
  const sent = event({}, { path: "s3cret-value", query });
  const { event: shown } = redactEvent(sent, { secrets: ["s3cret-value"] });
  expect(shown.query).toMatchObject({ page: "2", code: expect.stringMatching(/^[a-z]{3}$/) });
  expect(JSON.stringify(shown)).not.toContain("s3cret");
});

test("createRedactor() replaces what identifies a person, unless the options keep people", () => {
  const payload = {
    email: "ann@acme.io",
    login: "octocat",
    name: "Ann B. Lee",
    phone: 5_550_100,
    city: "",
    note: "Call +1 415 555 0100 or (415) 555-0101, mail bob@acme.io from 10.1.2.3 or 2001:db8::8a2e:370:7334.",
    date: "2026-01-02T03:04:05Z",
    by: "octocat",
    type: "octocat",
  };
  const shown = payloadOf(payload) as Record<string, string>;
  expect(shown).toEqual({
    email: "person1@example.com",
    login: expect.stringMatching(/^[a-z]{7}$/),
    name: expect.stringMatching(/^[A-Z][a-z]{2} [A-Z]\. [A-Z][a-z]{2}$/),
    phone: expect.any(Number),
    city: "",
    note: expect.stringMatching(
      /^Call \+\d \d{3} \d{3} \d{4} or \(\d{3}\) \d{3}-\d{4}, mail person\d@example\.com from 192\.0\.2\.\d+ or 2001:db8::[\da-f]+\.$/,
    ),
    date: payload.date,
    by: shown["login"],
    type: "octocat",
  });
  expect(payloadOf(payload, { keepPeople: true })).toEqual(payload);
});

test("createRedactor() recognizes a secret under the key of a person", () => {
  const { redacted } = redact({
    login: "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    user_name: "mail a@b.io",
  });
  expect(redacted.map(({ rule }) => rule)).toEqual(["R4", "R5"]);
});

test("createRedactor() replaces long free text by words of the same length if the options say so", () => {
  const body = `# Title\n\n- **item** ${"word ".repeat(50)}`;
  const shown = payloadOf({ body, title: "short", other: body }, { redactText: true });
  expect(shown).toEqual({
    body: body.replace(/[A-Za-z]+/g, (word) => "x".repeat(word.length)),
    title: "short",
    other: body,
  });
  expect(payloadOf({ body }, { redactText: true, keep: ["payload.body"] })).toEqual({ body });
});

test("createRedactor() gives a value one pseudonym throughout a run, and another in the next run", () => {
  const redactAll = createRedactor({ random: createRandom(7) });
  const loginOf = (login: string) =>
    (redactAll(event({ user: { login } })).event.payload as { user: { login: string } }).user.login;
  const [ann, bob] = [loginOf("annlee"), loginOf("boblee")];
  expect([loginOf("annlee"), loginOf("boblee")]).toEqual([ann, bob]);
  expect(ann).not.toBe(bob);
  expect(payloadOf({ login: "annlee" }, { random: createRandom(8) })).not.toEqual({ login: ann });
});

test("createRedactor() finds a value that precedes the key that describes it", () => {
  const shown = payloadOf({ actor: "octocat", user: { login: "octocat" } }) as {
    actor: string;
    user: { login: string };
  };
  expect(shown.actor).toBe(shown.user.login);
});

test("createRedactor() replaces and keeps paths, and what conditions compare", () => {
  const payload = {
    customer: { id: "cus_1" },
    items: [{ name: "Tea" }, { name: "Milk" }],
    "a.b": { login: "x.y" },
    user: { login: "dependabot" },
    password: "dependabot",
  };
  const { event: shown, redacted } = redact(payload, {
    redact: ["payload.customer.id"],
    keep: ["payload.items[0].name"],
    keepValues: new Set(["dependabot"]),
  });
  expect(shown.payload).toMatchObject({
    customer: { id: expect.stringMatching(/^[a-z]{3}_[1-9]$/) },
    items: payload.items,
    user: { login: expect.not.stringMatching(/^$/) },
  });
  expect((shown.payload as typeof payload).password).not.toBe("dependabot");
  expect(redacted).toContainEqual({ path: "payload.customer.id", rule: "R7" });
  expect(redacted).toContainEqual({ path: "payload.[a.b].login", rule: "R5" });
});

test("createRedactor() leaves a text that only begins like JSON", () => {
  expect(payloadOf({ a: "{not json", b: '{"c": 1}', d: "[1]" })).toEqual({
    a: "{not json",
    b: '{"c": 1}',
    d: "[1]",
  });
});

test("createRedactor() finds a pseudonym even if none of that length is left", () => {
  const pins = "0123456789abcdefghijklmnopqrstuvwxyz".split("").map((pin) => ({ pin }));
  const shown = payloadOf(pins) as readonly { readonly pin: string }[];
  expect(shown.every(({ pin }) => /^[a-z]$/.test(pin))).toBe(true);
});

test("createRedactor() distinguishes addresses from times, also at the end of a sentence", () => {
  const shown = payloadOf({
    x: "12:34:56 fe80::1 2001:db8:0:0:0:0:0:1, by 10.1.2.3.",
    v: "1.2.3.4.5",
  });
  expect(shown).toEqual({
    x: expect.stringMatching(
      /^12:34:56 2001:db8::[\da-f]+ 2001:db8::[\da-f]+, by 192\.0\.2\.\d+\.$/,
    ),
    v: "1.2.3.4.5",
  });
});

const inBase64 = (value: unknown, encoding: "base64" | "base64url" = "base64") =>
  Buffer.from(JSON.stringify(value)).toString(encoding);

test("createRedactor() redacts JSON in base64, as queues carry it", () => {
  const inner = { emailAddress: "ann@acme.io", list: [{ password: "hunter2hunter2" }], "ü>?": 1 };
  const { event: written, redacted } = redact({ message: { data: inBase64(inner) } });
  const { message } = written.payload as { message: { data: string } };
  const decoded = Buffer.from(message.data, "base64").toString();
  expect(decoded).toContain("person1@example.com");
  expect(decoded).not.toContain("hunter2");
  expect(message.data).toBe(inBase64(JSON.parse(decoded)));
  expect(redacted.map(({ rule }) => rule)).toEqual(["R5"]);
});

test("createRedactor() keeps the encoding of JSON in base64, and JSON without secrets", () => {
  const urlSafe = inBase64([{ token: "hunter2hunter2", n: "??>>" }], "base64url");
  expect(urlSafe).toMatch(/_|-/);
  expect(payloadOf({ data: urlSafe })).not.toEqual({ data: urlSafe });
  expect((payloadOf({ data: urlSafe }) as { data: string }).data).toMatch(/^W[\w-]+$/);
  const harmless = [inBase64({ a: 1 }), "eyJub3QganNvbg==", "WordsOfLetters", "eyes", "{not json"];
  expect(payloadOf({ harmless })).toEqual({ harmless });
});

test("createRedactor() replaces everything below a key of a person except words and numbers", () => {
  const address = { line1: "5 Long Lane", country: { code: "DE" }, type: "home", floor: 3 };
  const { payload } = redact(
    { address, name: [{ first: "Ann Lee" }] },
    { keep: ["payload.address.country"] },
  ).event;
  expect(payload).toEqual({
    address: {
      line1: expect.stringMatching(/^\d [A-Z][a-z]{3} [A-Z][a-z]{3}$/),
      country: { code: "DE" },
      type: "home",
      floor: 3,
    },
    name: [{ first: expect.stringMatching(/^[A-Z][a-z]{2} [A-Z][a-z]{2}$/) }],
  });
  expect(JSON.stringify(payload)).not.toMatch(/Long|Lane|Ann|Lee/);
});

test("createRedactor() keeps headers that a config reads, and never those with credentials or the hook token", () => {
  const names = ["x-env", "x-api-token", "x-hub-signature-256", "x-hook-id", "x-hook-key"];
  const sent = [...names, "X-Hook-Id", "x-other-id", "accept"];
  const headers = Object.fromEntries(sent.map((name) => [name, "v"]));
  const { event: written } = redactEvent(
    event({}, { headers: { ...headers, "X-Env": "prod of ann@acme.io" } }),
    { keepHeaders: new Set(names), secretHeaders: ["x-hook-id", "x-hook-key"] },
  );
  expect(written.headers).toEqual({ "x-env": "prod of person1@example.com", "x-other-id": "v" });
});

const TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
const WEB_TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N";

const halves = (text: string, between: string, at = 22) =>
  text.slice(0, at) + between + text.slice(at);

/** What was split or encoded, and parts of it that would tell it. */
test.each([
  ["a soft line break", halves(TOKEN, "=\n"), ["7710c838347Ae178B4a"]],
  ["a soft line break of Windows", halves(TOKEN, "=\r\n"), ["7710c838347Ae178B4a"]],
  ["a soft line break in a password", "password=hunter2=\nhunter2, see", ["hunter2"]],
  ["an invisible character", halves(TOKEN, "\u200b"), ["16C7", "B4a"]],
  ["one behind each character", TOKEN.split("").join("\u2060"), ["1\u20606", "B\u2060"]],
  ["one in its beginning", halves(TOKEN, "\u00ad", 2), ["16C7", "B4a"]],
  ["one in the name of its key", "pass\u200bword: hunter2hunter2", ["hunter2"]],
  ["a place to break a line in HTML", halves(TOKEN, "<wbr>"), ["16C7", "B4a"]],
  ["a wrapped line", `see ${halves(TOKEN, "\n")} now`, ["7710c838347Ae178B4a"]],
  ["a wrapped line early", halves(TOKEN, "\r\n", 8), ["16C7", "B4a"]],
  ["a wrapped and quoted line", `> ${halves(TOKEN, "\n> ")}`, ["7710c838347Ae178B4a"]],
  ["a wrapped line of a shell", halves(TOKEN, "\\\n  "), ["7710c838347Ae178B4a"]],
  ["a wrapped web token", halves(WEB_TOKEN, "\n", 50), ["ryP4J3jVmNHl0w5N"]],
  ["a folded header", `Authorization: Bearer\r\n ${WEB_TOKEN}`, ["dozjgNry"]],
  ["a header", "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", ["QWxhZGRpbjpvcGVu"]],
  ["a header of another scheme", "authorization: ApiKey hunter2hunter2", ["hunter2"]],
  ["a header of a command", "curl -H 'X-Api-Key: hunter2hunter2' x", ["hunter2"]],
  ["a header of cookies", "Cookie: theme=dark; sid=hunter2hunter2", ["hunter2"]],
  ["Basic beyond ASCII", `Basic ${Buffer.from("ann:pässwörd1").toString("base64")}`, ["YW5uOnDD"]],
  ["Basic in a URL", "Basic%20QWxhZGRpbjpvcGVuIHNlc2FtZQ%3D%3D", ["QWxhZGRp"]],
  ["a user's URL", "https://ann:hunter2@host/x", ["hunter2"]],
  ["a user's URL with signs", "https://ann:hunt@er2hunter2@host/x", ["hunter2"]],
  ["a user's URL with a slash", "https://ann:hunt/er2hunter2@host/x", ["hunter2"]],
  ["a user's URL that is encoded", "https%3A%2F%2Fann%3Ahunter2%40host%2Fx", ["hunter2"]],
  ["a user's URL in JSON", "https:\\/\\/ann:hunter2@host\\/x", ["hunter2"]],
  ["an escape of JSON", `log: \\u0067hp_${TOKEN.slice(4)}`, ["16C7", "B4a"]],
  ["quotes that are escaped", 'log: {\\"password\\":\\"hunter2hunter2\\"}', ["hunter2"]],
  ["percent", TOKEN.replace("_", "%5F"), ["16C7", "B4a"]],
  ["percent twice", TOKEN.replace("_", "%255F"), ["16C7", "B4a"]],
  ["a name before percent", `token%3D${TOKEN}`, ["16C7", "B4a"]],
  ["an entity of HTML", TOKEN.replace("_", "&#95;"), ["16C7", "B4a"]],
  ["base64", `data ${Buffer.from(TOKEN).toString("base64")}`, ["Z2hwXzE2QzdlNDJG"]],
  ["base64 of a password", Buffer.from("password: hunter2").toString("base64"), ["cGFzc3dvcmQ"]],
  [
    "base64 in lines",
    Buffer.from(`${TOKEN} of somebody `.repeat(9)).toString("base64").replace(/.{76}/g, "$&\r\n"),
    ["Z2hwXzE2QzdlNDJG"],
  ],
  [
    "a key with headers",
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEow\n-----END RSA PRIVATE KEY-----",
    ["MIIEow"],
  ],
])("createRedactor() replaces a secret behind %s", (_name, text, parts) => {
  const shown = payloadOf({ x: `The ${text} and so on.` }, { keepPeople: true });
  for (const part of parts) expect(JSON.stringify(shown)).not.toContain(part);
  expect((shown as { x: string }).x).toMatch(/^The .* and so on\.$/s);
});

test.each([
  [
    "base64",
    Buffer.from("xx my-own-secret-of-mine yy").toString("base64"),
    "bXktb3duLXNlY3JldC1vZi1taW5l",
  ],
  ["hexadecimal", Buffer.from("my-own-secret-of-mine").toString("hex"), "6d792d6f776e"],
  ["percent", "my%2Down%2dsecret-of-mine", "secret-of-mine"],
  ["an invisible character", "my-own-se\u200bcret-of-mine", "cret-of-mine"],
  ["a wrapped line", "my-own-se\ncret-of-mine", "cret-of-mine"],
])("createRedactor() replaces a known secret behind %s", (_name, text, part) => {
  const secret = "my-own-secret-of-mine";
  const hideSecrets = (shown: string) => shown.replaceAll(secret, "***");
  expect(payloadOf({ x: `a ${text} b` }, { secrets: [secret] })).not.toMatchObject({
    x: expect.stringContaining(part),
  });
  expect(payloadOf({ x: `a ${text} b` }, { hideSecrets })).not.toMatchObject({
    x: expect.stringContaining(part),
  });
});

test("createRedactor() replaces credentials in the body, and a password without its user", () => {
  const authorization = `Basic ${Buffer.from("ann:open-sesame-7").toString("base64")}`;
  const headers = {
    authorization,
    "x-hook-token": ["a-token-of-1-sender"],
    cookie: undefined,
    "x-auth": "Bearer plain1234",
  };
  const x = `open-sesame-7, a-token-of-1-sender, plain1234 and ${authorization.slice(6)}`;
  const { payload } = redactEvent(event({ x }, { headers })).event;
  expect(payload).toEqual({ x: expect.stringMatching(/^[a-z]+, [a-z]+, [a-z]+ and [a-z]+$/) });
});

test.each([
  "The token\nis 4 characters. See key-\nvalue pairs.",
  "a =\nb, 100% of 25% =20, ends =3D 5",
  "C:\\new\\table\\x41\\u00zz",
  "commit abc1234\ndef5678\n0123abc fix\n1.2.3\n4.5.6",
  "cookie: a small file; basic information about api-key: string",
  "x &amp; y &lt;b&gt; &#65; &#99999999; &#x110000;",
  "emoji 👩\u200d👩\u200d👧 and مرحبا\u200f 123",
  "http://localhost:8080/a@b and https://example.com/?q=%E3%81%82%E3%82%8A",
  "release_notes_for_v1\nAnd more_text_here\n2nd line",
  "a very-long-word-of-many-parts/and/a/path/of/steps.txt\nAGE-OF-WORDS",
])("createRedactor() keeps an ordinary text: %j", (x) => {
  expect(payloadOf({ x })).toEqual({ x });
});

test("createRedactor() ends a token where the next line begins with a word or another token", () => {
  const x = `${TOKEN}\nPlease revoke\n${TOKEN}\n${TOKEN}`;
  expect(payloadOf({ x })).toEqual({
    x: expect.stringMatching(/^([a-z]{40})\nPlease revoke\n\1\n\1$/),
  });
});

test("createRedactor() cuts values that are nested too deep, and paths that are too long", () => {
  const deep = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  expect(JSON.stringify(payloadOf(deep(100_000)))).toMatch(
    /^\[{500}"\[more than 500 levels deep\]"\]{500}$/,
  );
  const text = "[".repeat(100_000) + "]".repeat(100_000);
  expect(payloadOf({ text })).toEqual({ text });
  const { redacted } = redact({ ["k".repeat(2_000)]: ["a@b.io", "b@c.io"], x: { mail: "c@d.io" } });
  expect(redacted).toEqual([
    { path: "payload…", rule: "R5" },
    { path: "payload.x.mail", rule: "R5" },
  ]);
});

test("findValues() reads a parameter that cannot be decoded as it is written", () => {
  const options = { people: true, secrets: [] };
  const text = "https://shop.example/?mail=ann%40shop.example&broken=ann%40shop%E0%A4%A";
  const found = findValues(text, options).map(({ start, end }) => text.slice(start, end));
  expect(found).toContain("ann%40shop.example");
});
