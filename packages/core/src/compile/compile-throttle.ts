// `hooks.throttle` as written → the limits of failed attempts, and which addresses are proxies of the operator.

import { createNetworkList, isEverything, type Network, parseNetwork } from "@hookwright/base";
import { createProblem, type Report } from "../base/index.ts";
import type { HooksInput } from "../config/index.ts";
import { DEFAULT_THROTTLE } from "../config/index.ts";
import type { CompiledConfig } from "../resolve/index.ts";

type ThrottleInput = NonNullable<HooksInput["throttle"]>;

export function compileThrottle(
  { failures, windowSeconds, trustedProxies = [] }: ThrottleInput,
  report: Report,
): Pick<CompiledConfig, "throttle" | "isTrustedProxy"> {
  const { maxFailures, windowMs } = DEFAULT_THROTTLE.throttle;
  const networks = trustedProxies.flatMap((text, index) => readNetwork(text, index, report) ?? []);
  return {
    throttle: {
      maxFailures: failures ?? maxFailures,
      windowMs: windowSeconds === undefined ? windowMs : windowSeconds * 1_000,
    },
    isTrustedProxy: networks.length === 0 ? undefined : createNetworkList(networks),
  };
}

function readNetwork(text: string, index: number, report: Report): Network | undefined {
  const network = parseNetwork(text);
  const refuse = (message: string, hint: string): undefined => {
    const path = ["hooks", "throttle", "trustedProxies", index];
    report(createProblem("invalid_value", path, message, { hint }));
    return undefined;
  };
  if (network === undefined) {
    const hint = "Write an address such as 10.0.0.1, or a network such as 10.0.0.0/8.";
    return refuse(`"${text}" is neither an IP address nor a network.`, hint);
  }
  if (!isEverything(network)) return network;
  const hint = "Name the networks that your own proxies connect from.";
  return refuse(
    `"${text}" trusts every machine, so that senders could choose their address.`,
    hint,
  );
}
