// The id of a process → whether it runs.
import { existsSync, readFileSync } from "node:fs";

export function isAlive(pid: number): boolean {
  try {
    const path = `/proc/${pid}/stat`;
    // A container may have nobody who takes note of what has ended.
    if (existsSync(path)) return !/\) Z /.test(readFileSync(path, "utf8"));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
