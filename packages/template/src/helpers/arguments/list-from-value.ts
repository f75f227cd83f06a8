// Any value → the value itself where it is a list, else an empty list.

export function listFromValue(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
