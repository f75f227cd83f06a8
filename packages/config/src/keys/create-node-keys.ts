// node:https → the key-fetching port of the core.
import { type Agent, request } from "node:https";
import type { KeysAnswer, KeysPort } from "@hookwright/core";

/** Options of `createNodeKeys`. */
export interface NodeKeysOptions {
  /**
   * Opens the connections, for example through a proxy or with a private certificate authority. Default: the agent of
   * Node.
   */
  readonly agent?: Agent;
}

/** The core rejects a longer response. */
const MAX_BYTES = 64 * 1024;

/**
 * Creates the port that fetches keys with `node:https`; `loadHooks` uses it by default, and nothing is
 * fetched before a request needs it. Follows no redirect, reads no proxy from the environment, and stops
 * reading after 64 KiB. It does not use `fetch`, which accepts no agent.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, { keys: createNodeKeys() });
 * ```
 */
export function createNodeKeys({ agent }: NodeKeysOptions = {}): KeysPort {
  return {
    fetch: (url, { signal }) =>
      new Promise<KeysAnswer>((resolve, reject) => {
        const sent = request(url, { agent, signal }, (response) => {
          const chunks: Buffer[] = [];
          let length = 0;
          const { statusCode: status = 0 } = response;
          const finish = () => resolve({ status, bytes: new Uint8Array(Buffer.concat(chunks)) });
          response.on("data", (chunk: Buffer) => {
            chunks.push(chunk);
            length += chunk.length;
            if (length <= MAX_BYTES) return;
            finish();
            response.destroy();
          });
          response.on("end", finish);
          response.on("error", reject);
        });
        sent.on("error", reject);
        sent.end();
      }),
  };
}
