// The target of a request and the paths that are served → whether it is for us, and its parameters.

export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Undefined for a target that is none: `*`, or with a host in front. */
export function parseTarget(target: string): Target | undefined {
  if (!target.startsWith("/")) return undefined;
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  return { path, query: new URLSearchParams(query) };
}

/** A path takes itself and what is below it; `/` takes all. */
export function matchesPath(path: string, served: readonly string[]): boolean {
  return served.some((one) => {
    const base = one.replace(/\/+$/, "");
    return path === base || path.startsWith(`${base}/`);
  });
}
