// What was thrown → its name and message for the operator's log, or only its type.

export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}
