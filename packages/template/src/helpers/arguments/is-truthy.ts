// Any value → whether it is true in a condition. As in Handlebars, an empty list is false.

export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
