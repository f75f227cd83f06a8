// An output that collects text for a test.
import type { Output } from "../../src/io.ts";

export interface Collector extends Output {
  readonly text: () => string;
  /** Resolves when the text so far matches. */
  readonly find: (pattern: RegExp) => Promise<RegExpExecArray>;
}

export function createCollector(isTTY?: boolean): Collector {
  let text = "";
  const waiting = new Set<() => void>();
  return {
    isTTY,
    write: (piece, done) => {
      text += piece;
      for (const look of waiting) look();
      done?.();
      return true;
    },
    text: () => text,
    find: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match = pattern.exec(text);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
      }),
  };
}
