// A JSON Logic rule → its operator and arguments, or the variable that it is.

export interface Operation {
  readonly name: string;
  readonly args: readonly unknown[];
}

export function readOperation(rule: unknown): Operation | undefined {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return undefined;
  const [entry, ...others] = Object.entries(rule);
  if (entry === undefined || others.length > 0) return undefined;
  const [name, written] = entry;
  return { name, args: Array.isArray(written) ? written : [written] };
}

/**
 * The variables whose values do not hang together: the name, a header, a parameter, and fields of the
 * payload. Only the name decides which one it is; a default value would need a look at its truth.
 */
export function readVariable(rule: unknown): string | undefined {
  const operation = readOperation(rule);
  if (operation?.name !== "var" || operation.args.length !== 1) return undefined;
  const [name] = operation.args;
  if (typeof name !== "string") return undefined;
  if (/^headers\.[^.]+$/.test(name)) return name.toLowerCase();
  return /^(?:path|query\.[^.]+|payload\..+)$/s.test(name) ? name : undefined;
}
