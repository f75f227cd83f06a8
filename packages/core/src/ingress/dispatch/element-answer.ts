// What the answer to a batch says of one element, by its place in the list. Types only.

export type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string | undefined }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };
