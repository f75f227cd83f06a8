// Usual failures of webhook verification: what a sender signs, and what happens to the request or to the settings.
import { createHmac } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

/**
 * What `verify` can say. `proved`: the signature is right with one change, which nobody without the secret could
 * arrange. `named`: a step of the check says it. `unknown`: one request cannot tell, and the output says so.
 */
type Verdict = "proved" | "named" | "unknown";

export interface Message {
  readonly line: string;
  /** As they are written, one for each line. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

export interface UsualFailure {
  /** The row of the table in docs/cli.md. */
  readonly what: string;
  /** The vendor that signs. */
  readonly sender: string;
  readonly verdict: Verdict;
  /** Of what is named: words of the output. */
  readonly says?: string;
  /** The body that is signed; absent: a sample of the vendor. */
  readonly body?: string | Uint8Array;
  /** Options of `send`. */
  readonly sends?: readonly string[];
  /** The sender's secret; absent: the same as here. */
  readonly senderSecret?: string;
  /** What happens to the request on its way or in the receiver. */
  readonly happens?: (sent: Message) => Message;
  /** Options of `verify`; absent: those of the vendor with the secret. */
  readonly checks?: readonly string[];
  /** The secret here. */
  readonly secret?: string;
}

export const SECRET = "a-secret-of-more-than-16-bytes";

const BASE64 = Buffer.from(SECRET).toString("base64");
const SPACED = '{"action": "opened", "title": "Caf\\u00e9 <b>", "number": 12}';
const COMPACT = '{"title":"Café","action":"opened","number":12,"body":"a / b"}';
const FORM = "command=%2Fnote&text=milk%20%26%20tea%21&user_id=U1";
const URL_OF_HOOK = "https://a.example/hooks/square";

const withBody =
  (change: (body: Buffer) => string | Uint8Array) =>
  (sent: Message): Message => {
    const body = Buffer.from(change(Buffer.from(sent.body)));
    return { ...sent, body, headers: withLength(sent.headers, body.length) };
  };

/** The receiver saves the body, and keeps the Content-Length that came. */
const withSavedBody =
  (change: (text: string) => string) =>
  (sent: Message): Message => ({
    ...sent,
    body: Buffer.from(change(Buffer.from(sent.body).toString())),
  });

const withText = (change: (text: string) => string) => withBody((body) => change(body.toString()));

const withJson = (write: (value: Record<string, unknown>) => string) =>
  withText((text) => write(JSON.parse(text)));

const withLength = (headers: Message["headers"], length: number): Message["headers"] =>
  headers.map(([name, value]) => [name, /^content-length$/i.test(name) ? `${length}` : value]);

const withHeaders =
  (change: (header: Message["headers"][number]) => readonly (readonly [string, string])[]) =>
  (sent: Message): Message => ({ ...sent, headers: sent.headers.flatMap(change) });

const withHeader = (name: string, change: (value: string) => string) =>
  withHeaders(([one, value]) => [[one, one.toLowerCase() === name ? change(value) : value]]);

const without = (name: RegExp) =>
  withHeaders(([one, value]) => (name.test(one) ? [] : [[one, value]]));

const withLine =
  (line: string) =>
  (sent: Message): Message => ({ ...sent, line });

const sortKeys = (value: Record<string, unknown>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );

const escapeHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

const square = (url: string) => ({
  sender: "square",
  sends: ["--public-url", url],
  checks: ["--public-url", URL_OF_HOOK],
});

/** As a sender with another secret does. */
const signedAgain =
  (secret: string) =>
  (sent: Message): Message => {
    const hmac = createHmac("sha256", secret).update(sent.body).digest("hex");
    return withHeader("x-hub-signature-256", () => `sha256=${hmac}`)(sent);
  };

const at = (change: number) => ["--at", new Date(Date.now() + change).toISOString()];

const HOUR = 3_600_000;

/** In the order of the page. */
export const USUAL_FAILURES: readonly UsualFailure[] = [
  {
    what: "a framework parsed the JSON and wrote it again",
    sender: "github",
    verdict: "proved",
    body: SPACED,
    happens: withJson((value) => JSON.stringify(value)),
  },
  {
    what: "something pretty-printed the JSON",
    sender: "github",
    verdict: "proved",
    body: COMPACT,
    happens: withJson((value) => JSON.stringify(value, null, 2)),
  },
  {
    what: "a language escaped é as \\u00e9, or the reverse",
    sender: "github",
    verdict: "proved",
    body: COMPACT,
    happens: withText((text) => text.replaceAll("é", "\\u00e9")),
  },
  {
    what: "another language wrote <, &, + or quotes as \\u003C …",
    sender: "github",
    verdict: "proved",
    body: '{"text":"a \\u003Cb\\u003E \\u0026 \\u0022c\\u0022 \\u002B1"}',
    happens: withJson((value) => JSON.stringify(value)),
  },
  {
    what: "the keys were sorted",
    sender: "github",
    verdict: "unknown",
    body: COMPACT,
    happens: withJson(sortKeys),
  },
  {
    what: "numbers were written again (1.0 as 1, long ids rounded)",
    sender: "github",
    verdict: "unknown",
    body: '{"id":12345678901234567890,"rate":1.0}',
    happens: withJson((value) => JSON.stringify(value)),
  },
  {
    what: "an editor or a log added a line feed",
    sender: "github",
    verdict: "proved",
    happens: withText((text) => `${text}\n`),
  },
  {
    what: "a byte order mark was added",
    sender: "github",
    verdict: "proved",
    happens: withText((text) => `\ufeff${text}`),
  },
  {
    what: "line ends became CRLF",
    sender: "github",
    verdict: "proved",
    body: '{\n  "a": 1\n}\n',
    happens: withText((text) => text.replaceAll("\n", "\r\n")),
  },
  {
    what: "a form was decoded and encoded again",
    sender: "slack",
    verdict: "proved",
    body: FORM,
    sends: ["--header", "content-type:application/x-www-form-urlencoded"],
    happens: withText((text) => new URLSearchParams(text).toString()),
  },
  {
    what: "a form became JSON",
    sender: "slack",
    verdict: "proved",
    body: "command=%2Fnote&text=milk+and+tea",
    sends: ["--header", "content-type:application/x-www-form-urlencoded"],
    happens: withText((text) => JSON.stringify(Object.fromEntries(new URLSearchParams(text)))),
  },
  {
    what: "only the field `payload` of a form was kept",
    sender: "github",
    verdict: "proved",
    sends: ["--event", "star"],
    happens: withText((text) => new URLSearchParams(text).get("payload") ?? ""),
  },
  {
    what: "a proxy compressed the body after it was signed",
    sender: "github",
    verdict: "proved",
    happens: (sent) => {
      const { headers, ...rest } = withBody((body) => gzipSync(body))(sent);
      return { ...rest, headers: [...headers, ["Content-Encoding", "gzip"]] };
    },
  },
  {
    what: "a proxy decompressed a body that was signed compressed",
    sender: "nylas",
    verdict: "named",
    says: "what saved the request has decompressed it",
    body: gzipSync('{"type":"message.created"}'),
    sends: ["--header", "content-encoding:gzip"],
    happens: withBody((body) => gunzipSync(body)),
  },
  {
    what: "a gateway passed the body as base64",
    sender: "github",
    verdict: "proved",
    happens: withBody((body) => body.toString("base64")),
  },
  {
    what: "the body was put into a JSON string, or taken from one",
    sender: "github",
    verdict: "proved",
    body: COMPACT,
    happens: withText((text) => JSON.stringify(text).slice(1, -1)),
  },
  {
    what: "Python printed the bytes (b'…')",
    sender: "github",
    verdict: "proved",
    body: COMPACT,
    happens: withBody(
      (body) =>
        `b'${body.toString("latin1").replace(/[\x80-\xff]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`)}'`,
    ),
  },
  {
    what: "the body was escaped as HTML",
    sender: "github",
    verdict: "proved",
    body: COMPACT,
    happens: withText(escapeHtml),
  },
  {
    what: "UTF-8 was read as Latin-1 and written as UTF-8",
    sender: "github",
    verdict: "proved",
    body: COMPACT,
    happens: withBody((body) => body.toString("latin1")),
  },
  {
    what: "bytes that are not UTF-8 were replaced by U+FFFD",
    sender: "github",
    verdict: "unknown",
    body: Buffer.from('{"title":"Caf\xe9"}', "latin1"),
    happens: withBody((body) => body.toString("utf8")),
  },
  {
    what: "the body was cut off",
    sender: "github",
    verdict: "named",
    says: "it was cut off",
    happens: withSavedBody((text) => text.slice(0, 400)),
  },
  {
    what: "a framework had read the body, which is then empty",
    sender: "github",
    verdict: "named",
    says: "The body is empty, and Content-Length is",
    happens: withSavedBody(() => ""),
  },
  {
    what: "an object was saved in place of the text ([object Object])",
    sender: "github",
    verdict: "named",
    says: "a parser had read the body, whose text is lost",
    happens: withSavedBody(() => "[object Object]"),
  },
  {
    what: "the wrong vendor was chosen, and its header is missing",
    sender: "github",
    verdict: "proved",
    checks: ["--provider", "slack"],
  },
  {
    what: "the wrong vendor was chosen, and both use the same header",
    sender: "segment",
    verdict: "proved",
    checks: ["--provider", "clickup"],
  },
  {
    what: "the sender sends the secret itself, as a token",
    sender: "telegram",
    verdict: "proved",
    checks: ["--provider", "github"],
  },
  {
    what: "the secret is that of another endpoint",
    sender: "github",
    verdict: "unknown",
    senderSecret: "the-secret-of-another-endpoint",
  },
  {
    what: "the secret is that of the test mode",
    sender: "stripe",
    verdict: "unknown",
    senderSecret: "whsec_of-the-live-mode-0123456789",
    secret: "whsec_of-the-test-mode-0123456789",
  },
  {
    what: "the secret has quotation marks around it here",
    sender: "github",
    verdict: "named",
    says: "has quotes around it",
    senderSecret: SECRET,
    secret: `"${SECRET}"`,
  },
  {
    what: "the secret has a line feed at the sender",
    sender: "github",
    verdict: "proved",
    happens: signedAgain(`${SECRET}\n`),
  },
  {
    what: "the sender uses the text whsec_…, not the base64 in it",
    sender: "stripe",
    verdict: "proved",
    senderSecret: `whsec_${BASE64}`,
    secret: `whsec_${BASE64}`,
    checks: ["--provider", "standard-webhooks"],
  },
  {
    what: "the sender uses the bytes, and the secret is read as text",
    sender: "github",
    verdict: "proved",
    senderSecret: SECRET,
    secret: BASE64,
  },
  {
    what: "the secret was rotated, and the sender uses the old one",
    sender: "github",
    verdict: "named",
    says: "passes under secret 2",
    senderSecret: SECRET,
    checks: ["--provider", "github", "--secret-env", "OTHER", "--secret-env", "HERE"],
  },
  {
    what: "the request is old: it was replayed, or waited in a queue",
    sender: "stripe",
    verdict: "named",
    says: "The signature is right, and only the time is wrong",
    checks: ["--provider", "stripe", ...at(HOUR)],
  },
  {
    what: "the clock of the receiver is slow",
    sender: "slack",
    verdict: "named",
    says: "The time stamp is in the future: set the clock",
    checks: ["--provider", "slack", ...at(-HOUR)],
  },
  {
    what: "the time stamp is in milliseconds, not in seconds",
    sender: "stripe",
    verdict: "named",
    says: "is near in milliseconds: the sender writes another unit",
    happens: (sent) => {
      const time = Date.now();
      const hmac = createHmac("sha256", SECRET).update(`${time}.`).update(sent.body);
      return withHeader("stripe-signature", () => `t=${time},v1=${hmac.digest("hex")}`)(sent);
    },
  },
  {
    what: "a proxy removed the header of the signature",
    sender: "github",
    verdict: "named",
    says: "x-hub-signature-256, which is missing",
    happens: without(/^x-hub-signature/i),
  },
  {
    what: "a proxy removed the header of the time stamp",
    sender: "slack",
    verdict: "named",
    says: "x-slack-request-timestamp, which is missing",
    happens: without(/^x-slack-request-timestamp$/i),
  },
  {
    what: "a proxy renamed the header",
    sender: "github",
    verdict: "proved",
    happens: withHeaders(([name, value]) => [
      [/^x-hub-signature/i.test(name) ? "X_HUB_SIGNATURE_256" : name, value],
    ]),
  },
  {
    what: "a proxy put a prefix before all headers",
    sender: "slack",
    verdict: "proved",
    happens: withHeaders(([name, value]) => [
      [/^x-slack/i.test(name) ? `X-Original-${name}` : name, value],
    ]),
  },
  {
    what: "the signature was cut off",
    sender: "github",
    verdict: "proved",
    happens: withHeader("x-hub-signature-256", (value) => value.slice(0, 60)),
  },
  {
    what: "the signature lost its prefix (sha256=)",
    sender: "github",
    verdict: "proved",
    happens: withHeader("x-hub-signature-256", (value) => value.replace("sha256=", "")),
  },
  {
    what: "the signature was decoded from a URL, or encoded for one",
    sender: "shopify",
    verdict: "proved",
    // The signature, and so its form in lower case, is the same at each run.
    body: '{"id":1001}',
    happens: withHeader("x-shopify-hmac-sha256", encodeURIComponent),
  },
  {
    what: "something changed the signature to lower case",
    sender: "shopify",
    verdict: "proved",
    // The signature, and so its form in lower case, is the same at each run.
    body: '{"id":1001}',
    happens: withHeader("x-shopify-hmac-sha256", (value) => value.toLowerCase()),
  },
  {
    what: "the header of the signature came twice",
    sender: "github",
    verdict: "named",
    says: "something between the sender and the hooks copies headers",
    happens: withHeaders((header) =>
      /^x-hub-signature-256/i.test(header[0]) ? [header, header] : [header],
    ),
  },
  {
    what: "the signed URL has another scheme",
    verdict: "proved",
    ...square("http://a.example/hooks/square"),
  },
  {
    what: "the signed URL has another host",
    verdict: "proved",
    ...square("https://b.example/hooks/square"),
    happens: (sent) => ({ ...sent, headers: [...sent.headers, ["X-Forwarded-Host", "b.example"]] }),
  },
  {
    what: "the signed URL has a port",
    verdict: "proved",
    ...square("https://a.example:443/hooks/square"),
  },
  {
    what: "the signed URL has another path",
    verdict: "proved",
    ...square("https://a.example/v2/square"),
    happens: (sent) => ({ ...sent, headers: [...sent.headers, ["X-Original-URI", "/v2/square"]] }),
  },
  {
    what: "the signed URL has a slash at its end",
    verdict: "proved",
    ...square(`${URL_OF_HOOK}/`),
  },
  {
    what: "a proxy changed the order of the query",
    verdict: "proved",
    ...square(`${URL_OF_HOOK}?b=2&a=1&c=3`),
    happens: withLine("POST /hooks/square?a=1&b=2&c=3 HTTP/1.1"),
  },
  {
    what: "header and body are of two deliveries",
    sender: "github",
    verdict: "unknown",
    happens: withJson((value) => JSON.stringify({ ...value, number: 13 })),
  },
  {
    what: "two of these at once",
    sender: "github",
    verdict: "unknown",
    body: COMPACT,
    happens: (sent) => withText((text) => `${text}\n`)(signedAgain(`${SECRET}\n`)(sent)),
  },
];
