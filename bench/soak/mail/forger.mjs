// The route that Pub/Sub posts to → pushes whose proof is wrong, and how each kind was answered.
import { generateKeyPairSync, sign } from "node:crypto";
import { request } from "node:http";

/** The service account that signs the pushes of the subscription. */
export const PUSH_EMAIL = "pusher@demo-project.iam.gserviceaccount.com";

/** How a JWT that is signed with RS256 begins: the text of its header in Base64. */
export const JWT_BEGIN = Buffer.from('{"alg":"RS256","').toString("base64url");

/**
 * @typedef {{ refused: number, taken: number, other: number }} Answers `refused`: 401. `taken`: Pub/Sub would not send
 * it again. `other`: nothing listens after a kill, or the watcher is about to start.
 */

/**
 * @param {import("@hookwright/fake-google").FakeGoogle} google
 * @param {{ endpoint: string, audience: string, pushToken: string }} options
 */
export function createForger(google, { endpoint, audience, pushToken }) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { account } = google.settings;
  const signed = (changes = {}) =>
    google.oauth.signIdentity({ audience, email: PUSH_EMAIL, ...changes });
  const seconds = () => Math.floor(Date.now() / 1_000);

  /** @type {Readonly<Record<string, () => { token?: string, query?: string }>>} */
  const kinds = {
    "no token": () => ({}),
    "the push token in the URL": () => ({ query: `?token=${pushToken}` }),
    "a changed signature": () => ({ token: changeEnd(signed()) }),
    "changed claims": () => ({ token: changeClaims(signed({ email: "a@example.org" })) }),
    "the signature of another key": () => ({ token: signWith(privateKey, signed()) }),
    "no signature": () => ({ token: unsigned(signed()) }),
    "another audience": () => ({ token: signed({ audience: "https://example.org/other" }) }),
    "another email": () => ({ token: signed({ email: "pusher@other.iam.gserviceaccount.com" }) }),
    "an email that is not verified": () => ({
      token: signed({ claims: { email_verified: false } }),
    }),
    "another issuer": () => ({ token: signed({ claims: { iss: "https://example.org" } }) }),
    "a token that has expired": () => ({
      token: signed({ claims: { iat: seconds() - 7_200, exp: seconds() - 3_600 } }),
    }),
  };
  /** @type {Map<string, Answers>} */
  const answers = new Map();
  for (const kind of Object.keys(kinds)) answers.set(kind, { refused: 0, taken: 0, other: 0 });
  const body = pushOf({ emailAddress: account, historyId: 9_876_543_210 });

  return {
    answers,
    /** One push of each kind, at once. */
    async sendAll() {
      await Promise.all(
        Object.entries(kinds).map(async ([kind, make]) => {
          const { token, query = "" } = make();
          const status = await send(`${endpoint}${query}`, { token, body });
          answers.get(kind)[wordOf(status)] += 1;
        }),
      );
    },
  };
}

/** Pub/Sub takes these as an acknowledgement. */
const TAKEN = [102, 200, 201, 202, 204];

function wordOf(status) {
  if (status === 401) return "refused";
  return TAKEN.includes(status) ? "taken" : "other";
}

function changeEnd(token) {
  const [head, claims, signature] = token.split(".");
  const bytes = Buffer.from(signature, "base64url");
  bytes[0] ^= 1;
  return [head, claims, bytes.toString("base64url")].join(".");
}

/** The claims are those that are wanted, the signature is one for others. */
function changeClaims(token) {
  const [head, claims, signature] = token.split(".");
  const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), email: PUSH_EMAIL };
  return [head, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}

/** The key id is one of Google's. */
function signWith(key, token) {
  const [head, claims] = token.split(".");
  const text = `${head}.${claims}`;
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), key).toString("base64url")}`;
}

function unsigned(token) {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  return `${head}.${token.split(".")[1]}.`;
}

function pushOf(notification) {
  const data = Buffer.from(JSON.stringify(notification)).toString("base64");
  return JSON.stringify({
    message: { data, messageId: "1" },
    subscription: "projects/p/subscriptions/s",
  });
}

/** @returns {Promise<number>} the status; 0 where no answer came */
function send(url, { token, body }) {
  return new Promise((resolve) => {
    const headers = {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const sent = request(url, { method: "POST", headers, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    sent.on("error", () => resolve(0));
    sent.end(body);
  });
}
