// A JSON value, keys into it and a new value → a changed copy; the original stays.
import { isRecord } from "./values.ts";

/** Why a value cannot be set. Callers catch it. */
export class PatchError extends Error {}

interface Setting {
  /** As written, for messages. */
  readonly path: string;
  readonly value: unknown;
}

/** Creates missing objects on the way; an index after the last one appends to a list. */
export function setValue(current: unknown, keys: readonly string[], setting: Setting): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return setting.value;
  if (current === undefined) {
    const value = setValue(undefined, rest, setting);
    // `__proto__` becomes a key like any other.
    return key === "0" ? [value] : Object.fromEntries([[key, value]]);
  }
  if (Array.isArray(current)) {
    const at = readPlace(current, key, setting);
    return [
      ...current.slice(0, at),
      setValue(current[at], rest, setting),
      ...current.slice(at + 1),
    ];
  }
  if (!isRecord(current)) {
    const type = current === null ? "null" : `a ${typeof current}`;
    throw new PatchError(`"${setting.path}": "${key}" cannot be set, because it is below ${type}.`);
  }
  const before = Object.hasOwn(current, key) ? current[key] : undefined;
  return withEntry(current, key, setValue(before, rest, setting));
}

/** A missing value is ignored. */
export function removeValue(current: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return {};
  if (Array.isArray(current)) {
    if (!isPlace(key) || Number(key) >= current.length) return current;
    return current.flatMap((item, index) => {
      if (index !== Number(key)) return [item];
      return rest.length === 0 ? [] : [removeValue(item, rest)];
    });
  }
  if (!isRecord(current) || !Object.hasOwn(current, key)) return current;
  if (rest.length > 0) return withEntry(current, key, removeValue(current[key], rest));
  return Object.fromEntries(Object.entries(current).filter(([name]) => name !== key));
}

/** The order of keys stays, as templates may go through them. */
function withEntry(record: Data, key: string, value: unknown): Data {
  const entries = Object.entries(record);
  if (!Object.hasOwn(record, key)) return Object.fromEntries([...entries, [key, value]]);
  return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? value : old]));
}

function readPlace(list: readonly unknown[], key: string, { path }: Setting): number {
  if (isPlace(key) && Number(key) <= list.length) return Number(key);
  const indexes = list.length === 0 ? "it is empty" : `its last index is ${list.length - 1}`;
  throw new PatchError(`"${path}": "${key}" is not an index of the list; ${indexes}.`);
}

function isPlace(key: string): boolean {
  return /^\d{1,9}$/.test(key);
}

type Data = Readonly<Record<string, unknown>>;
