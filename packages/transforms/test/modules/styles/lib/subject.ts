// Used by typed.ts and typed.mts.
export function subjectOf(payload: { readonly text: string }): string {
  return payload.text;
}
