// Pieces of work → one after the other, in the order in which they came.

/** Each piece begins when the one before it has ended, whether it failed or not. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
