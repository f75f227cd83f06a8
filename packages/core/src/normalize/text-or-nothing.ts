// An optional text as written → trimmed, or nothing: a blank optional field is the same as none.

export function textOrNothing(
  text: string | undefined,
  change: (text: string) => string = (same) => same,
): string | undefined {
  const result = text === undefined ? "" : change(text.trim());
  return result === "" ? undefined : result;
}
