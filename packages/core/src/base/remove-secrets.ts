// A payload and the paths of secrets in it → the same payload without them; the original stays as it is.
import { type Key, keysFromPath, parsePath } from "@hookwright/base";

/** `value[].clientState` means every element. A path that leads nowhere changes nothing. */
export function removeSecrets(payload: unknown, paths: readonly string[]): unknown {
  return paths.reduce<unknown>((shown, path) => {
    const at = path.indexOf("[].");
    if (at === -1) return changeAt(shown, path, remove);
    return changeAt(shown, path.slice(0, at), (list) =>
      Array.isArray(list)
        ? list.map((element) => changeAt(element, path.slice(at + "[].".length), remove))
        : list,
    );
  }, payload);
}

function changeAt(value: unknown, path: string, map: Change): unknown {
  const steps = parsePath(path);
  return steps === undefined ? value : change(value, keysFromPath(steps), map);
}

type Change = (value: unknown) => unknown;

const REMOVED = Symbol("removed");

const remove: Change = () => REMOVED;

/** A copy of what stands on the way: a framework may use the body that it parsed for something else. */
function change(value: unknown, keys: readonly Key[], map: Change): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return map(value);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  const inner = change((value as Record<Key, unknown>)[key], rest, map);
  // The other elements of a list keep their places.
  if (Array.isArray(value)) return value.with(Number(key), inner === REMOVED ? null : inner);
  const name = String(key);
  const replaced = inner === REMOVED ? [] : [[name, inner] as const];
  const entries = Object.entries(value);
  return Object.fromEntries(entries.flatMap((entry) => (entry[0] === name ? replaced : [entry])));
}
