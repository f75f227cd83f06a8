// A script with keys and arguments → the reply of Redis. The text of a script is sent once per server.

/** The part of a client that the store needs: `createClient()` of `@redis/client` has it. */
export interface RedisCommands {
  readonly sendCommand: (args: string[]) => Promise<unknown>;
}

type RunScript = (keys: readonly string[], args: readonly string[]) => Promise<unknown>;

export function createScript(client: RedisCommands, text: string): RunScript {
  let digest: Promise<string> | undefined;
  return async (keys, args) => {
    digest ??= hexDigest("SHA-1", text);
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await client.sendCommand(["EVALSHA", await digest, ...rest]);
    } catch (error) {
      // Redis was restarted, or has never loaded the script.
      if (!isUnknownScript(error)) throw error;
      return client.sendCommand(["EVAL", text, ...rest]);
    }
  };
}

function isUnknownScript(error: unknown): boolean {
  return /\bNOSCRIPT\b/.test(error instanceof Error ? error.message : String(error));
}

export async function hexDigest(algorithm: "SHA-1" | "SHA-256", text: string): Promise<string> {
  const digest = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
