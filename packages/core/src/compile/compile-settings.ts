// The hooks as written, with their mappings → what the gates need to know of them, every default set.

import { mapPromise } from "@hookwright/base";
import type { CryptoPort } from "@hookwright/signatures";
import { encodeBytes } from "@hookwright/signatures/internal";
import type { HooksInput, Mapping } from "../config/index.ts";
import { DEDUPE_DEFAULTS, HOOKS_DEFAULTS } from "../config/index.ts";
import type {
  BodyLimits,
  CompiledConfig,
  DedupeSettings,
  HooksSettings,
} from "../resolve/index.ts";

interface SettingsContext {
  readonly basePath: string;
  readonly mappings: readonly Mapping[];
  readonly chooseCrypto: () => CryptoPort;
}

export function compileSettings(
  hooks: HooksInput,
  { basePath, mappings, chooseCrypto }: SettingsContext,
): Pick<CompiledConfig, "settings" | "bodyLimits" | "queryToken" | "dedupe" | "hashBody"> {
  const settings = readSettings(hooks, basePath);
  return {
    settings,
    bodyLimits: compileBodyLimits(mappings, settings.maxBodyBytes),
    queryToken: hooks.queryToken ?? HOOKS_DEFAULTS.queryToken,
    dedupe: chooseDedupe(hooks.dedupe),
    hashBody: hashWith(chooseCrypto),
  };
}

function readSettings(hooks: HooksInput, path: string): HooksSettings {
  return {
    enabled: hooks.enabled === true,
    path,
    maxBodyBytes: hooks.maxBodyBytes ?? HOOKS_DEFAULTS.maxBodyBytes,
  };
}

/** Which mapping an event is for is known only when its body is read: the largest limit of its name counts. */
function compileBodyLimits(mappings: readonly Mapping[], ofHooks: number): BodyLimits {
  let ofCatchAlls = 0;
  for (const { match, maxBodyBytes = ofHooks } of mappings) {
    if (match.path === undefined) ofCatchAlls = Math.max(ofCatchAlls, maxBodyBytes);
  }
  const byPath = new Map<string, number>();
  for (const { match, maxBodyBytes = ofHooks } of mappings) {
    const { path } = match;
    if (path === undefined) continue;
    byPath.set(path, Math.max(byPath.get(path) ?? ofCatchAlls, maxBodyBytes));
  }
  // The built-in routes take their events before any mapping does.
  for (const path of ["wake", "agent"]) byPath.set(path, ofHooks);
  return { byPath, ofOthers: ofCatchAlls === 0 ? ofHooks : ofCatchAlls };
}

function chooseDedupe(written: HooksInput["dedupe"]): DedupeSettings {
  const { ttlSeconds, bodySeconds } = DEDUPE_DEFAULTS;
  return {
    ttlSeconds: written?.ttlSeconds ?? ttlSeconds,
    bodySeconds: written?.bodySeconds ?? bodySeconds,
  };
}

/** Only events of hooks with an `auth` are known by their body: the others need no cryptography. */
function hashWith(chooseCrypto: () => CryptoPort): CompiledConfig["hashBody"] {
  let crypto: CryptoPort | undefined;
  return (body) => {
    crypto ??= chooseCrypto();
    return mapPromise(crypto.sha256([body]), (hash) => encodeBytes(hash, "hex"));
  };
}
