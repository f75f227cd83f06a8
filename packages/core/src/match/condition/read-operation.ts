// A rule, or a part of one → its operator and arguments, where it is an operation.

export interface Operation {
  readonly name: string;
  readonly args: readonly unknown[];
  /** Whether the arguments stand in a list; a single one need not. */
  readonly isList: boolean;
}

export function readOperation(rule: unknown): Operation | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const [entry, ...others] = Object.entries(rule);
  if (entry === undefined || others.length > 0) return undefined;
  const [name, written] = entry;
  const isList = Array.isArray(written);
  return { name, args: isList ? written : [written], isList };
}
