// A key service without a network, for tests: documents by URL, and what was asked of it.

import type { Timer } from "../../../base/src/runtime.ts";
import type { KeysAnswer, KeysPort } from "../../../signatures/src/model.ts";
import { bytesOf } from "./requests.ts";

export interface FakeService {
  readonly keys: KeysPort;
  /** The URLs, in order. */
  readonly asked: readonly string[];
  /** What the next requests get. */
  readonly answer: (url: string, answer: KeysAnswer | string | Error) => void;
}

export function createFakeService(documents: Readonly<Record<string, string>> = {}): FakeService {
  const answers = new Map<string, KeysAnswer | string | Error>(Object.entries(documents));
  const asked: string[] = [];
  return {
    keys: {
      fetch: async (url) => {
        asked.push(url);
        const answer = answers.get(url);
        if (answer instanceof Error) throw answer;
        if (answer === undefined) return { status: 404, bytes: new Uint8Array() };
        return typeof answer === "string" ? { status: 200, bytes: bytesOf(answer) } : answer;
      },
    },
    asked,
    answer: (url, answer) => answers.set(url, answer),
  };
}

/** Never rings by itself. */
export const noTimer: Timer = () => () => undefined;
