// The name of a hook → whether it is one of the routes that every endpoint has.

export function isBuiltInRoute(name: string): boolean {
  return name === "wake" || name === "agent";
}
