// Why a sample cannot be sent as it was asked for.

/** Thrown before anything is sent; `hint` says what to ask for instead. Holds no secret and no payload. */
export class SampleError extends Error {
  override readonly name = "SampleError";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
