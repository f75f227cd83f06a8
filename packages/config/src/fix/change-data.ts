// A config and a change of it as data → the config after the change.

import { readMember } from "@hookwright/base";
import type { ConfigPath } from "@hookwright/core";

export function readConfigPath(config: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((at, step) => readMember(at, String(step)), config);
}

/** Keys keep their order. The path must exist. */
export function changeAt(
  config: unknown,
  [step, ...rest]: ConfigPath,
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(config);
  if (Array.isArray(config)) {
    return config.map((item, index) => (index === step ? changeAt(item, rest, change) : item));
  }
  return mapEntries(config, ([key, value]) =>
    key === step ? [key, changeAt(value, rest, change)] : [key, value],
  );
}

export function renameKey(config: unknown, path: ConfigPath, name: string): unknown {
  const old = path.at(-1);
  return changeAt(config, path.slice(0, -1), (object) =>
    mapEntries(object, ([key, value]) => [key === old ? name : key, value]),
  );
}

type Entry = readonly [key: string, value: unknown];

function mapEntries(object: unknown, change: (entry: Entry) => Entry): unknown {
  return Object.fromEntries(Object.entries(object as object).map(change));
}
