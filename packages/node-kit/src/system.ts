// The name of a platform → what its system has and how it does things. Nothing else in the house asks for the platform.
//
// docs/systems.md tells users the same.
import { createHash } from "node:crypto";
import { join } from "node:path";

export interface System {
  /** Modes of files tell the owner from others. Without them a folder has the rights of the one around it. */
  readonly hasModes: boolean;
  /** A signal can be sent to a program and all that it has started. Without groups a program is ended alone. */
  readonly hasGroups: boolean;
  /** The system tells which processes run. Where it does not, a group is asked for by a signal or by `ps`. */
  readonly hasProc: boolean;
  /** A folder can be opened and written to the disk. Where it cannot, the file system writes names in order. */
  readonly opensFolders: boolean;
  /** A flag of `open` that is enough to write a file's content to the disk. */
  readonly syncFlag: "r" | "r+";
  /** Node writes to pipes and sockets in blocking mode by default. */
  readonly blocksPipes: boolean;
  /** A program and its arguments, in front of the address of a page. */
  readonly opener: readonly [command: string, ...args: string[]];
  /** Whether a mode lets others than the owner in. False where modes say nothing. */
  readonly isShared: (mode: number) => boolean;
  /** Where a server of this folder listens. Undefined if the path is too long for a socket. */
  readonly socketOf: (folder: string, name: string) => LocalSocket | undefined;
  /** The path that the system has for facts of a process. Undefined if it has none. */
  readonly procPath: (pid: number | "self", entry: string) => string | undefined;
}

export interface LocalSocket {
  /** For `server.listen` and `connect`. */
  readonly path: string;
  /** It has a mode, and stays when its server was killed. */
  readonly isFile: boolean;
}

/** `sun_path` of macOS has 104 bytes, that of Linux 108; the last one is a zero. */
const MAX_SOCKET_BYTES = 103;

const OTHERS = 0o077;

export function systemOf(platform: NodeJS.Platform): System {
  return platform === "win32" ? windows : unixOf(platform);
}

function unixOf(platform: NodeJS.Platform): System {
  const hasProc = platform === "linux";
  return {
    hasModes: true,
    hasGroups: true,
    hasProc,
    opensFolders: true,
    syncFlag: "r",
    blocksPipes: false,
    opener: [platform === "darwin" ? "open" : "xdg-open"],
    isShared: (mode) => (mode & OTHERS) !== 0,
    socketOf: (folder, name) => {
      const path = join(folder, `${name}.sock`);
      return Buffer.byteLength(path) > MAX_SOCKET_BYTES ? undefined : { path, isFile: true };
    },
    procPath: (pid, entry) => (hasProc ? `/proc/${pid}/${entry}` : undefined),
  };
}

const windows: System = {
  hasModes: false,
  hasGroups: false,
  hasProc: false,
  opensFolders: false,
  // A file must be opened for writing before it can be written to the disk.
  syncFlag: "r+",
  blocksPipes: true,
  opener: ["rundll32", "url.dll,FileProtocolHandler"],
  isShared: () => false,
  // Named pipes are not files, share one namespace, and disappear when their server ends.
  socketOf: (folder, name) => {
    const id = createHash("sha256").update(`${folder}\n${name}`).digest("hex").slice(0, 32);
    return { path: `\\\\.\\pipe\\hookwright-${id}`, isFile: false };
  },
  procPath: () => undefined,
};

/** Of the system that this process runs on. */
export const system: System = systemOf(process.platform);
