// What calls of the store come to → warnings, one for each outage and not one for each request.

export interface StoreHealth {
  readonly worked: () => void;
  readonly failed: (detail: string) => void;
  /** An answer came too late for its claim. */
  readonly lost: () => void;
}

export function createStoreHealth(warn: (message: string) => void): StoreHealth {
  let isDown = false;
  return {
    worked: () => {
      isDown = false;
    },
    failed: (detail) => {
      if (!isDown) warn(`The store of idempotency keys fails: ${detail}`);
      isDown = true;
    },
    lost: () =>
      warn(
        "The answer to an event could not be stored under its key; a repeat would be taken again.",
      ),
  };
}
