// A provider with a handshake, and a URL → its handshake sent, and whether the answer is right.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { visibleText } from "@hookwright/base";
import { createNodeCrypto } from "@hookwright/config";
import type { HandshakeName, Provider } from "@hookwright/core";
import { type BuiltRequest, proveRequest } from "@hookwright/samples/senders";
import { createUsageError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { reportToJson } from "../output/problem-report.ts";
import { chooseProof, hasProofOptions, type ProofOptions } from "./choose-proof.ts";
import type { ConfigSender } from "./config-sender.ts";
import { type Answer, postRequest } from "./post-request.ts";
import { readSecretTexts, readVariable } from "./secret-options.ts";

interface HandshakeOptions extends ProofOptions {
  readonly url: URL | undefined;
  /** What the config says of the hook; an option goes before it. */
  readonly sender: ConfigSender | undefined;
  readonly publicUrl?: string;
  readonly json?: boolean;
}

export async function sendHandshake(
  provider: Provider,
  options: HandshakeOptions,
  io: Io,
): Promise<number> {
  const { url, json } = options;
  const name = provider.handshake;
  if (name === undefined)
    throw createUsageError(`${provider.name} makes no handshake that is known.`);
  if (url === undefined) throw createUsageError("Nothing says where to send it.", "Write --to.");
  const context = await readContext(options, url, io);
  const probe = PROBES[name](context);
  checkNeeds(probe, context);
  const answer = await postRequest(await build(probe, { provider, options, url }, io), url);
  const isRight = answer.status >= 200 && answer.status < 300 && probe.isRight(answer);
  const { status, ms, body } = answer;
  const text = json
    ? reportToJson("send-handshake", {
        ok: isRight,
        provider: provider.id,
        handshake: name,
        status,
        ms,
        body,
      })
    : describe(answer, isRight);
  io.stdout.write(`${text}\n`);
  return isRight ? 0 : 1;
}

async function readContext(options: HandshakeOptions, url: URL, io: Io): Promise<ProbeContext> {
  const { verifyTokenEnv, sender } = options;
  const publicUrl = options.publicUrl ?? sender?.publicUrl;
  const [secret] = await readSecretTexts(options, "secret", io);
  const proof = sender?.proof;
  const configured = proof?.kind === "signature" && typeof proof.key === "string" ? proof.key : "";
  return {
    challenge: randomUUID(),
    secret: secret?.text.trim() ?? configured,
    verifyToken: verifyTokenEnv === undefined ? "" : readVariable(verifyTokenEnv, io).text.trim(),
    publicUrl: publicUrl ?? `${url.origin}${url.pathname}`,
  };
}

function checkNeeds({ needs }: Probe, { secret, verifyToken }: ProbeContext): void {
  if (needs === "secret" && secret === "") {
    throw createUsageError("The answer is made with the secret.", "Write --secret-env NAME.");
  }
  if (needs === "verifyToken" && verifyToken === "") {
    const hint = "Write --verify-token-env NAME.";
    throw createUsageError("The handshake has a token that the operator chose.", hint);
  }
}

interface ToBuild {
  readonly provider: Provider;
  readonly options: HandshakeOptions;
  readonly url: URL;
}

async function build(
  { method, headers, query, body, isSigned }: Probe,
  { provider, options, url }: ToBuild,
  io: Io,
): Promise<BuiltRequest> {
  const parameters = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(query ?? {})) parameters.set(name, value);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const request = {
    method,
    headers: { ...type, ...headers },
    query: parameters.toString(),
    body: body === undefined ? "" : JSON.stringify(body),
  };
  if (isSigned !== true) return { ok: true, ...request, body: Buffer.from(request.body) };
  const { sender } = options;
  const configured = hasProofOptions(options) ? undefined : sender?.proof;
  const now = Date.now();
  const seconds = Math.floor(now / 1_000);
  return proveRequest(request, {
    proof: configured ?? (await chooseProof(provider, options, io)),
    crypto: createNodeCrypto(),
    context: { id: randomUUID(), now, seconds, iso: new Date(now).toISOString() },
    query: request.query,
    publicUrl: options.publicUrl ?? sender?.publicUrl,
    tamper: undefined,
  });
}

function describe({ status, ms, body }: Answer, isRight: boolean): string {
  const verdict = isRight
    ? "the handshake is answered"
    : "this is no right answer to the handshake";
  const shown = body === "" ? "" : `\n${visibleText(body)}`;
  const hint = isRight ? "" : `\n  ${HINT}`;
  return `${status} in ${ms} ms: ${verdict}${shown}${hint}`;
}

const HINT =
  'The mapping needs the provider, and for some of them "handshake": { "verifyToken": … } or "publicUrl" in its auth.';

interface ProbeContext {
  /** Unpredictable, in letters, digits and hyphens. */
  readonly challenge: string;
  /** Empty where none was named. */
  readonly secret: string;
  readonly verifyToken: string;
  readonly publicUrl: string;
}

interface Probe {
  readonly method: "POST" | "GET" | "HEAD" | "OPTIONS";
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Whether the vendor signs it as it signs events. */
  readonly isSigned?: true;
  /** What the prober must know. */
  readonly needs?: "secret" | "verifyToken";
  /** Of an answer of 2xx. */
  readonly isRight: (answer: Answer) => boolean;
}

const hmac = (secret: string, text: string, encoding: "hex" | "base64") =>
  createHmac("sha256", secret).update(text).digest(encoding);

function field(body: string, name: string): unknown {
  try {
    return (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}

/** The handshakes of vendors: the request by which each asks whether a hook is ours, and whether an answer is right. */
const PROBES: Readonly<Record<HandshakeName, (context: ProbeContext) => Probe>> = {
  slack: ({ challenge }) => ({
    method: "POST",
    isSigned: true,
    body: { token: "unused", challenge, type: "url_verification" },
    isRight: ({ body }) => body === challenge || field(body, "challenge") === challenge,
  }),
  meta: ({ challenge, verifyToken }) => ({
    method: "GET",
    needs: "verifyToken",
    query: {
      "hub.mode": "subscribe",
      "hub.verify_token": verifyToken,
      "hub.challenge": challenge,
    },
    isRight: ({ body }) => body === challenge,
  }),
  zoom: ({ challenge, secret }) => ({
    method: "POST",
    isSigned: true,
    needs: "secret",
    body: {
      event: "endpoint.url_validation",
      event_ts: 0,
      payload: { plainToken: challenge },
    },
    isRight: ({ body }) => field(body, "encryptedToken") === hmac(secret, challenge, "hex"),
  }),
  x: ({ challenge, secret }) => ({
    method: "GET",
    needs: "secret",
    query: { crc_token: challenge },
    isRight: ({ body }) =>
      field(body, "response_token") === `sha256=${hmac(secret, challenge, "base64")}`,
  }),
  "microsoft-graph": ({ challenge }) => ({
    method: "POST",
    query: { validationToken: challenge },
    isRight: ({ body }) => body === challenge,
  }),
  dropbox: ({ challenge }) => ({
    method: "GET",
    query: { challenge },
    isRight: ({ body }) => body === challenge,
  }),
  discord: () => ({
    method: "POST",
    isSigned: true,
    body: { version: 1, application_id: "1", type: 0 },
    isRight: ({ status }) => status === 204,
  }),
  twitch: ({ challenge }) => ({
    method: "POST",
    isSigned: true,
    headers: { "twitch-eventsub-message-type": "webhook_callback_verification" },
    body: { challenge, subscription: { id: "1", status: "webhook_callback_verification_pending" } },
    isRight: ({ body }) => body === challenge,
  }),
  monday: ({ challenge }) => ({
    method: "POST",
    body: { challenge },
    isRight: ({ body }) => field(body, "challenge") === challenge,
  }),
  okta: ({ challenge }) => ({
    method: "GET",
    headers: { "x-okta-verification-challenge": challenge },
    isRight: ({ body }) => field(body, "verification") === challenge,
  }),
  trello: () => ({ method: "HEAD", isRight: ({ status }) => status === 200 }),
  ebay: ({ challenge, verifyToken, publicUrl }) => ({
    method: "GET",
    needs: "verifyToken",
    query: { challenge_code: challenge },
    isRight: ({ body }) =>
      field(body, "challengeResponse") ===
      createHash("sha256").update(challenge).update(verifyToken).update(publicUrl).digest("hex"),
  }),
  linkedin: ({ challenge, secret }) => ({
    method: "GET",
    needs: "secret",
    query: { challengeCode: challenge },
    isRight: ({ body }) => field(body, "challengeResponse") === hmac(secret, challenge, "hex"),
  }),
  feishu: ({ challenge, verifyToken }) => ({
    method: "POST",
    needs: "verifyToken",
    body: { challenge, token: verifyToken, type: "url_verification" },
    isRight: ({ body }) => field(body, "challenge") === challenge,
  }),
  front: ({ challenge }) => ({
    method: "POST",
    isSigned: true,
    headers: { "x-front-challenge": challenge },
    body: { type: "sync" },
    isRight: ({ body }) => body === challenge,
  }),
  ringcentral: ({ challenge }) => ({
    method: "POST",
    headers: { "validation-token": challenge },
    body: {},
    isRight: ({ headers }) => headers.get("validation-token") === challenge,
  }),
  cloudevents: () => ({
    method: "OPTIONS",
    headers: { "webhook-request-origin": "eventgrid.azure.net" },
    isRight: ({ headers }) => headers.get("webhook-allowed-origin") === "eventgrid.azure.net",
  }),
};
