// The hook tokens and the whole config → a warning for each other place where the same token stands.

import { readOwn } from "@hookwright/base";
import type { ConfigPath, Secrets } from "../../base/index.ts";
import { createProblem, createSecretHider, type Report } from "../../base/index.ts";
import type { Mapping, SecretInput } from "../config/index.ts";
import { readSecret } from "../config/index.ts";

const GATEWAY_TOKEN = ["gateway", "auth", "token"];

interface SharedTokenContext {
  /** As passed, because the gateway's keys are not a part of the typed config. */
  readonly input: unknown;
  readonly mappings: readonly Mapping[];
  readonly secrets: Secrets | undefined;
  readonly report: Report;
}

export function checkSharedToken(tokens: readonly string[], context: SharedTokenContext): void {
  const { input, mappings, secrets, report } = context;
  const gatewayToken = readGatewayToken(input, secrets);
  if (tokens.some((token) => token === gatewayToken)) report(sharedWithGateway());
  const hideSecrets = createSecretHider(tokens);
  for (const { match, configPath } of mappings) {
    const { path = "" } = match;
    if (hideSecrets(path) !== path) report(standsInPath([...configPath, "match", "path"]));
  }
}

/** Undefined where it cannot be read: what is wrong with it is the gateway's affair. */
function readGatewayToken(input: unknown, secrets: Secrets | undefined): string | undefined {
  try {
    const written = GATEWAY_TOKEN.reduce<unknown>(readOwn, input);
    if (typeof written !== "string" && (typeof written !== "object" || written === null)) {
      return undefined;
    }
    const result = readSecret(written as SecretInput, GATEWAY_TOKEN, secrets);
    return result.ok ? result.secret : undefined;
  } catch {
    return undefined;
  }
}

function sharedWithGateway() {
  const message =
    "hooks.token equals gateway.auth.token, so that every sender can use the gateway.";
  const hint = "Give the hooks a token of their own.";
  return createProblem("token_shared", ["hooks", "token"], message, { severity: "warning", hint });
}

function standsInPath(path: ConfigPath) {
  const message = "The path of this match contains hooks.token, so that no request can reach it.";
  const hint = "Remove the token: logs contain paths.";
  return createProblem("token_shared", path, message, { severity: "warning", hint });
}
