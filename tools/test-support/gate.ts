// A promise that the test opens.

export interface Gate {
  readonly open: () => void;
  readonly opened: Promise<void>;
}

export function createGate(): Gate {
  let resolve = (): void => undefined;
  const opened = new Promise<void>((done) => {
    resolve = done;
  });
  return { open: () => resolve(), opened };
}
