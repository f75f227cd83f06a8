// A config and where it lies → the secrets that it names, the providers of its gateway included.
import type { Secrets } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";
import { createNodeSecrets, type NodeSecretsOptions } from "./create-node-secrets.ts";

export function createConfigSecrets(
  config: unknown,
  place: Pick<NodeSecretsOptions, "baseDir" | "env">,
): Secrets {
  const providers = readOwn(readOwn(config, "secrets"), "providers");
  return createNodeSecrets({ ...place, providers });
}
