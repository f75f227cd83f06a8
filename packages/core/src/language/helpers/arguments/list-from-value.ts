// Any value → the list that it is, or an empty one.

export function listFromValue(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
