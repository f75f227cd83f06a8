// What makes a value → what makes it at the first call, and returns it at each.

/** For tables that most processes do not need: what runs at import is paid by every start. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
