// A request by which a vendor checks that the webhook is its customer's → the answer to it.
import type { HandshakeAnswer, RouteHandshake } from "../model.ts";
import { linkHandshake } from "../serving/link/link-handshake.ts";
import type { FamilyParts } from "../serving/link/linking.ts";
import { type RequestParts, readRequest, type WebRequest } from "./read-request.ts";
import type { SenderParts, WebhookSender } from "./sender.ts";
import { limitsOf, type VerifyOptions } from "./verify.ts";

/**
 * Answers the question by which a vendor checks a URL, such as `url_verification` of Slack or the GET of Meta.
 * Undefined for every other request, and for a question that is wrong or whose signature is. It signs at most 512
 * letters and digits, and repeats at most 2 KB of visible ASCII as a type that no browser shows as a page. For Amazon
 * SNS with `confirm`, it confirms the subscription.
 *
 * @example
 * ```ts
 * const answer = await handshake(request, sender);
 * if (answer) return new Response(answer.body || null, answer);
 * const result = await verify(request, sender);
 * ```
 */
export async function handshake(
  request: WebRequest | RequestParts,
  sender: WebhookSender,
  options: VerifyOptions = {},
): Promise<HandshakeAnswer | undefined> {
  const parts = sender.read();
  const linked = parts.plan.handshake === undefined ? undefined : parts.link(options);
  if (!linked?.ok) return undefined;
  const { check } = linked.parts;
  const route = routeOf(parts, linked.parts, options);
  const read = route && (await readRequest(request, limitsOf(options)));
  if (read === undefined || "code" in read) return undefined;
  if (!route?.isSigned) return await route?.answer(read);
  // The answer of SNS confirms; those of others are made first, because few requests have one.
  if (route.name === "sns") return (await check(read)).ok ? await route.answer(read) : undefined;
  const answer = await route.answer(read);
  return answer !== undefined && (await check(read)).ok ? answer : undefined;
}

/** By what was linked of a sender: its keys are imported once, and not for each request. */
const routes = new WeakMap<FamilyParts, RouteHandshake | undefined>();

function routeOf(
  { plan, portsOf }: SenderParts,
  linked: FamilyParts,
  options: VerifyOptions,
): RouteHandshake | undefined {
  if (!routes.has(linked)) {
    const linking = { ports: portsOf(options, []), path: [], problems: [] };
    routes.set(linked, linkHandshake(plan, linking, linked.handshakeKeys).handshake);
  }
  return routes.get(linked);
}
