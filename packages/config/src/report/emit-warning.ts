// A message for the operator → Node's own warnings, where the host names nothing else.

export function emitWarning(message: string): void {
  process.emitWarning(message);
}
