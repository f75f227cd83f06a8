// Two values of a config → the smallest parts that differ, without secrets.
import { isRecord } from "@hookwright/base";
import type { ConfigPath } from "@hookwright/core";

/** One part that differs. */
export interface ChangedConfig {
  readonly kind: "changed" | "gone" | "new";
  /** In the old config where it is gone, else in the new one. */
  readonly path: ConfigPath;
  /** In words: `match.path "postmark" → "post-mark"`. */
  readonly text: string;
}

interface ComparedValue {
  readonly value: unknown;
  readonly path: ConfigPath;
}

/** `name` is the path in the text; the paths also have the steps that the text omits. */
export function listConfigChanges(
  before: ComparedValue,
  after: ComparedValue,
  name = "",
): readonly ChangedConfig[] {
  if (SECRET.test(name)) return [];
  if (isSame(before.value, after.value)) return [];
  if (isRecord(before.value) && isRecord(after.value)) return compareRecords(before, after, name);
  if (Array.isArray(before.value) && Array.isArray(after.value)) {
    return compareLists(before, after, name);
  }
  const text = `${name} ${shorten(before.value)} → ${shorten(after.value)}`;
  return [{ kind: "changed", path: after.path, text: text.trim() }];
}

/** The last name of a path. These are not compared, and not shown. */
const SECRET = /(?:^|\.)\w*(?:token|secrets?|password|privateKey|credentials)$/i;

function compareRecords(
  before: ComparedValue,
  after: ComparedValue,
  name: string,
): readonly ChangedConfig[] {
  const old = before.value as Readonly<Record<string, unknown>>;
  const next = after.value as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((key) => {
    const paths = { before: [...before.path, key], after: [...after.path, key] };
    const inner = [name, key].filter((part) => part !== "").join(".");
    if (!Object.hasOwn(next, key)) return gone(paths.before, inner);
    if (!Object.hasOwn(old, key)) return added(paths.after, inner);
    return listConfigChanges(
      { value: old[key], path: paths.before },
      { value: next[key], path: paths.after },
      inner,
    );
  });
}

function gone(path: ConfigPath, name: string): readonly ChangedConfig[] {
  return SECRET.test(name) ? [] : [{ kind: "gone", path, text: `${name} is gone` }];
}

function added(path: ConfigPath, name: string): readonly ChangedConfig[] {
  return SECRET.test(name) ? [] : [{ kind: "new", path, text: `${name} is new` }];
}

/** Elements of only one list; pairs of them are compared further. */
function compareLists(
  before: ComparedValue,
  after: ComparedValue,
  name: string,
): readonly ChangedConfig[] {
  const old = elementsOf(before);
  const next = elementsOf(after);
  const left = old.filter(({ value }) => !next.some((other) => isSame(other.value, value)));
  const right = next.filter(({ value }) => !old.some((other) => isSame(other.value, value)));
  if (left.length === 0 && right.length === 0) {
    return [{ kind: "changed", path: after.path, text: `${name} has another order` }];
  }
  if (left.length === right.length) {
    return left.flatMap((one, index) =>
      listConfigChanges(one, right[index] as ComparedValue, name),
    );
  }
  return [
    ...left.flatMap(({ value, path }) => gone(path, `${name} ${shorten(value)}`)),
    ...right.flatMap(({ value, path }) => added(path, `${name} ${shorten(value)}`)),
  ];
}

function elementsOf({ value, path }: ComparedValue): readonly ComparedValue[] {
  return (value as readonly unknown[]).map((element, index) => ({
    value: element,
    path: [...path, index],
  }));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const MAX_VALUE_CHARACTERS = 50;

/** An element of a list is shown whole. */
function hideSecret(key: string, value: unknown): unknown {
  return SECRET.test(key) ? "(secret)" : value;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value, hideSecret) ?? "nothing";
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
