// Fields with brackets in their names, such as `data[email]` and `tags[]` → objects and lists, as `qs` and Rails read them.
import type { FormField } from "./decode-form.ts";

/** Brackets of one name. A name with more of them is a name like any other. */
const MAX_DEPTH = 10;

/** As in `qs`: a higher number is the id of something, unless all numbers below it are there. */
const MAX_INDEX = 20;

interface Node {
  /** Values without a further name: those of `a` and of `a[]`. */
  readonly values: (Node | { readonly value: unknown })[];
  readonly named: Map<string, Node>;
}

/**
 * Nothing is lost: where a name is a value and an object (`a=1&a[b]=2`), it is the list of both. The elements
 * of `a[][b]=1&a[][c]=2` are one object until a name comes again, as Rails writes lists of objects.
 */
export function nestFields(fields: readonly FormField[]): Record<string, unknown> {
  const root = createNode();
  for (const [name, value] of fields) {
    let node = root;
    const [first, ...rest] = keysOf(name);
    node = childOf(node, first);
    for (const [index, key] of rest.entries()) {
      node = key === "" ? elementOf(node, rest[index + 1]) : childOf(node, key);
    }
    node.values.push({ value });
  }
  return objectOf(root);
}

function createNode(): Node {
  return { values: [], named: new Map() };
}

/** `a[b][]` → `a`, `b` and the empty name; a name whose brackets do not fit is one key. */
function keysOf(name: string): readonly [string, ...string[]] {
  const [, first = "", brackets = ""] = /^([^[\]]*)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  const keys = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = ""]) => key);
  if (keys.length === 0 || keys.length > MAX_DEPTH) return [name];
  if (first !== "") return [first, ...keys];
  const [key, ...rest] = keys;
  return key === undefined || key === "" ? [name] : [key, ...rest];
}

function childOf({ named }: Node, key: string): Node {
  const known = named.get(key);
  if (known !== undefined) return known;
  const child = createNode();
  named.set(key, child);
  return child;
}

/** The element of a list to which the next name belongs. */
function elementOf({ values }: Node, next: string | undefined): Node {
  const last = values.at(-1);
  const isOpen =
    next !== undefined &&
    next !== "" &&
    last !== undefined &&
    "named" in last &&
    !last.named.has(next);
  if (isOpen) return last;
  const element = createNode();
  values.push(element);
  return element;
}

function objectOf({ named }: Node): Record<string, unknown> {
  return Object.fromEntries([...named].map(([key, node]) => [key, contentOf(node)]));
}

function contentOf(node: Node): unknown {
  const values = node.values.map((one) => ("value" in one ? one.value : contentOf(one)));
  if (node.named.size === 0) return isList(node) ? values : values[0];
  const indexes = [...node.named.keys()];
  if (!isListOf(indexes)) {
    const named = objectOf(node);
    return values.length === 0 ? named : [...values, named];
  }
  const ordered = indexes.toSorted((one, other) => Number(one) - Number(other));
  return [...ordered.map((key) => contentOf(node.named.get(key) as Node)), ...values];
}

/** One value of `a` is a value, one of `a[]` is a list. */
function isList({ values }: Node): boolean {
  return values.length > 1 || (values[0] !== undefined && "named" in values[0]);
}

/** A form has at most a thousand fields, so that three digits number all of them. */
function isListOf(keys: readonly string[]): boolean {
  const most = Math.max(MAX_INDEX, keys.length - 1);
  return keys.every((key) => /^(?:0|[1-9]\d{0,2})$/.test(key) && Number(key) <= most);
}
