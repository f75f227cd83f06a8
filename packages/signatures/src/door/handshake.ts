// A request by which a vendor checks that the webhook is its customer's → the answer to it.
import type { HandshakeAnswer } from "../model.ts";
import { linkHandshake } from "../serving/link/link-handshake.ts";
import { type RequestParts, readRequest, type WebRequest } from "./read-request.ts";
import type { WebhookSender } from "./sender.ts";
import { MAX_BODY_BYTES, type VerifyOptions } from "./verify.ts";

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
  const { plan, link, portsOf } = sender.read();
  const linked = plan.handshake === undefined ? undefined : link(options);
  if (!linked?.ok) return undefined;
  const { check, handshakeKeys } = linked.parts;
  const linking = { ports: portsOf(options, []), path: [], problems: [] };
  const { handshake: route } = linkHandshake(plan, linking, handshakeKeys);
  const { clock = Date.now, maxBodyBytes = MAX_BODY_BYTES } = options;
  const read = route && (await readRequest(request, { maxBodyBytes, receivedAt: clock() }));
  if (read === undefined || "code" in read) return undefined;
  if (!route?.isSigned) return await route?.answer(read);
  // The answer of SNS confirms; those of others are made first, because few requests have one.
  if (route.name === "sns") return (await check(read)).ok ? await route.answer(read) : undefined;
  const answer = await route.answer(read);
  return answer !== undefined && (await check(read)).ok ? answer : undefined;
}
