// A state folder → where the socket of its host is.
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";

const SOCKET_FILE = "operate.sock";

/** `sun_path` of macOS has 104 bytes, that of Linux 108. */
const MAX_PATH_BYTES = 103;

/** Undefined where the path is too long for a socket. */
export function socketPathOf(stateFolder: string): string | undefined {
  const folder = resolve(stateFolder);
  if (process.platform === "win32") {
    // Windows has named pipes, which are no files.
    const id = createHash("sha256").update(folder).digest("hex").slice(0, 32);
    return `\\\\.\\pipe\\hookwright-${id}`;
  }
  const path = join(folder, SOCKET_FILE);
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path;
}
