// Limits → a budget for the bodies that are read before anybody knows who sent them.

/** How many bodies of unauthenticated requests are read at a time, and how large they are together. */
export interface BodyBudgetLimits {
  /** Default: 64. */
  readonly maxRequests?: number;
  /** Bytes. Default: 16 MiB. */
  readonly maxBytes?: number;
}

/** What one request may read, until it is released. */
export interface BodyShare {
  /** At most what the request wanted. */
  readonly maxBytes: number;
  /** Called once. */
  readonly release: () => void;
}

export interface BodyBudget {
  /** `declared`: the length that the sender says, if it says one. Undefined where there is no room. */
  readonly take: (maxBytes: number, declared: number | undefined) => BodyShare | undefined;
}

/** 64 bodies of the default limit of 256 KiB. */
const MAX_REQUESTS = 64;
const MAX_BYTES = 16 * 1024 * 1024;

export function createBodyBudget(limits: BodyBudgetLimits = {}): BodyBudget {
  let freeRequests = limits.maxRequests ?? MAX_REQUESTS;
  let freeBytes = limits.maxBytes ?? MAX_BYTES;
  return {
    take(maxBytes, declared) {
      const share = Math.min(maxBytes, declared ?? freeBytes, freeBytes);
      if (freeRequests <= 0 || freeBytes <= 0 || share < (declared ?? 0)) return undefined;
      freeRequests -= 1;
      freeBytes -= share;
      return {
        maxBytes: share,
        release: () => {
          freeRequests += 1;
          freeBytes += share;
        },
      };
    },
  };
}
