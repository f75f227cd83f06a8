// A process → the memory that it takes of the system, in megabytes.
import { readFileSync } from "node:fs";

/** Only Linux tells. Elsewhere, and for a process that has ended, it counts as none. */
export function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  } catch {
    return 0;
  }
}
