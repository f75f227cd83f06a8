// Why a pull failed → the same with what to do.
import type { MailFailure } from "../model/failure.ts";

export function explainPullFailure(failure: MailFailure, subscription: string): MailFailure {
  const hint = hintOf(failure, subscription);
  return hint === undefined ? failure : { ...failure, hint };
}

function hintOf({ code, hint, reason, status }: MailFailure, name: string): string | undefined {
  if (code === "not_found") {
    return `There is no ${name}: run \`hookwright gmail setup\`, which makes it, or correct hooks.gmail.subscription.`;
  }
  if (code === "forbidden" && hint === undefined) {
    return `Give the login the role roles/pubsub.subscriber on ${name}.`;
  }
  // The sentence of Google's answer is not documented: any 400 to a pull is most likely this.
  if (code === "invalid" && (status === 400 || reason === "FAILED_PRECONDITION")) {
    return `${name} pushes, so that nothing can be pulled from it. Run with --mode push, or run \`hookwright gmail setup --mode pull\`, or name another subscription in hooks.gmail.subscription.`;
  }
  return undefined;
}
