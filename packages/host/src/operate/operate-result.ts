// The result of an operation that can be refused.

/** `code`: `not_found`, `ended`, `running`, `sending`, `not_ended`, or one of the plan. */
export type OperateResult<Value = object> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly code: string; readonly message: string };

export function refuse(code: string, message: string): Extract<OperateResult, { ok: false }> {
  return { ok: false, code, message };
}
