// A sender and a body → the request as the vendor would send it: the twin of `verify`, for tests.
import { runtimeRandomId } from "@hookwright/base";
import type { AuthPlan, PlannedSecret } from "../auth-plan.ts";
import { showToken } from "../authoring/show-token.ts";
import {
  type SenderScheme,
  type SignedRequest,
  type SignOptions,
  type SignResult,
  signRequest,
} from "../authoring/sign-request.ts";
import { encodeText } from "../serving/decode-key.ts";
import type { SenderPorts, WebhookSender } from "./sender.ts";

/** What a signed request is made of beside its body. */
export interface SignRequestOptions
  extends SenderPorts,
    Partial<Pick<SignOptions, "id" | "method" | "contentType" | "query" | "headers" | "claims">> {
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined;
  /** What signs, for vendors with a private key. */
  readonly key?: Exclude<SignOptions["key"], string> | undefined;
}

/** The signed request, which a `Request` takes as its options; or why it cannot be signed. */
export type SignedResult =
  | ({
      readonly ok: true;
      // The bytes of an ArrayBuffer, which are all that a Request takes; in TypeScript before 5.7, any.
      readonly body: ReturnType<Uint8ArrayConstructor["of"]>;
    } & Omit<SignedRequest, "body">)
  /** One sentence that never shows the secret. */
  | { readonly ok: false; readonly message: string };

/**
 * Signs a body as the vendor does, with the newest secret of the sender. Default of `id`: a random one. Vendors whose
 * private key nobody else has, such as Amazon SNS, are results with `ok: false`.
 *
 * @example
 * ```ts
 * const signed = await sign(github({ secret }), '{"action":"opened"}');
 * if (signed.ok) await app.request("/webhooks/github", signed);
 * ```
 */
export async function sign(
  sender: WebhookSender,
  body: string | Uint8Array,
  options: SignRequestOptions = {},
): Promise<SignedResult> {
  const result = await signAny(sender, body, options);
  return result.ok ? { ...result, body: new Uint8Array(result.body) } : result;
}

async function signAny(
  sender: WebhookSender,
  body: string | Uint8Array,
  options: SignRequestOptions,
): Promise<SignResult> {
  const { plan, link, portsOf } = sender.read();
  const linked = link(options);
  if (!linked.ok) {
    const [problem] = linked.problems;
    return { ok: false, message: problem?.message ?? "The options of the sender are wrong." };
  }
  const { clock = Date.now, id = runtimeRandomId(), key, headers = {}, ...rest } = options;
  const idHeader = plan.delivery?.id?.header;
  const all = { ...(idHeader && { [idHeader]: id }), ...headers };
  const request = { ...rest, body, id, sentAt: clock(), headers: all };
  if (plan.kind === "token") {
    const { method = "POST", contentType = "application/json", query = "" } = options;
    const bytes = typeof body === "string" ? encodeText(body) : body;
    const sent = { ...all, "content-type": contentType };
    return showToken(plan.place, tokenOf(plan), { method, headers: sent, query, body: bytes });
  }
  const scheme = schemeOf(plan);
  const secret = key ?? textOf(newestOf(plan));
  if (scheme === undefined) return { ok: false, message: "This sender signs nothing." };
  const { crypto } = portsOf(options, []);
  const url = plan.publicUrl === undefined ? {} : { publicUrl: plan.publicUrl };
  return signRequest(scheme, { ...request, ...url, crypto, key: secret });
}

function schemeOf(plan: AuthPlan): SenderScheme | undefined {
  if (plan.kind === "signature") return plan.schemes[0];
  if (plan.kind === "jwt") return plan.scheme;
  return plan.kind === "message" ? plan.message : undefined;
}

function newestOf(plan: AuthPlan): PlannedSecret | undefined {
  if (plan.kind === "jwt") return plan.keys.from === "config" ? plan.keys.secrets[0] : undefined;
  return "secrets" in plan ? plan.secrets[0] : undefined;
}

/** User and password are one token. */
function tokenOf({ basic, tokens }: Extract<AuthPlan, { readonly kind: "token" }>): string {
  if (basic === undefined) return textOf(tokens[0]);
  return `${basic.user.secret as string}:${basic.password.secret as string}`;
}

/** Senders of the door have texts. */
function textOf(planned: PlannedSecret | undefined): string {
  return typeof planned?.secret === "string" ? planned.secret : "";
}
