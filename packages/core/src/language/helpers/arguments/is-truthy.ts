// Any value → whether a condition takes it for true: as Handlebars does, with empty lists false.

export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
