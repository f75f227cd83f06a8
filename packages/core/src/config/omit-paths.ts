// A JSON-like value → a copy without what stands at some paths. List elements leave a hole's `undefined`.

type Steps = readonly (string | number)[];

export function omitPaths(value: unknown, paths: readonly Steps[]): unknown {
  if (paths.length === 0) return value;
  if (paths.some((path) => path.length === 0)) return undefined;
  if (Array.isArray(value)) {
    return value.map((item, index) => omitPaths(item, pathsBelow(paths, index)));
  }
  const entries = Object.entries(value as object)
    .map(([key, item]) => [key, omitPaths(item, pathsBelow(paths, key))] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries);
}

function pathsBelow(paths: readonly Steps[], step: string | number): readonly Steps[] {
  return paths.filter((path) => path[0] === step).map((path) => path.slice(1));
}
