// The routes that every endpoint has, whatever its mappings are.

export const BUILT_IN_ROUTES: readonly string[] = ["wake", "agent"];

export function isBuiltInRoute(name: string): boolean {
  return BUILT_IN_ROUTES.includes(name);
}
