// The plan of a handshake → the methods of its requests.
import type { HandshakePlan } from "../../auth-plan.ts";
import { createEcho, HANDSHAKES } from "../../serving/create-handshake.ts";

/**
 * The methods of the requests by which a sender checks that the hook is ours.
 *
 * @example
 * ```ts
 * methodsOfHandshake({ name: "dropbox" }); // ["GET"]
 * methodsOfHandshake({ name: "sns" }); // ["POST"]
 * ```
 */
export function methodsOfHandshake(plan: HandshakePlan): readonly string[] {
  if (plan.name === "echo") return createEcho(plan.echo).methods;
  if (plan.name === "sns") return ["POST"];
  return plan.method === undefined ? HANDSHAKES[plan.name].methods : [plan.method];
}
