// A public function → the stack of its caller, which the errors of the function get.

/** Some engines do not have it; there, a stack begins within this package. */
const { captureStackTrace } = Error as {
  readonly captureStackTrace?: (target: object, below: CallableFunction) => void;
};

/** The lines after the message, from the caller of `called` on. Call it before the first `await` of `called`. */
export function callerStack(called: CallableFunction): string | undefined {
  const holder: { stack?: unknown } = {};
  captureStackTrace?.(holder, called);
  const { stack } = holder;
  // `Error.prepareStackTrace` of a program may return something other than a string.
  return typeof stack === "string" ? stack.slice(stack.indexOf("\n") + 1) : undefined;
}

/** The same error: its stack has these lines. */
export function withStack<Thrown extends Error>(error: Thrown, lines: string | undefined): Thrown {
  if (lines !== undefined) error.stack = `${error.name}: ${error.message}\n${lines}`;
  return error;
}
