// The id of a process that leads a group → a signal to the whole group, and whether anything of it is alive.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { type System, system } from "../system.ts";

/**
 * Signals every process of the group that the process leads. A process that leads a group of its own, such as
 * one that was spawned with `detached`, is not in it.
 */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals = "SIGKILL"): void {
  if (pid === undefined || !system.hasGroups) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty, or has only processes of another user.
  }
}

/** What has ended and waits for its parent to take note does nothing any more: it is not alive. */
export function isGroupAlive(pid: number, on: System = system): boolean {
  if (!on.hasGroups) return false;
  try {
    process.kill(-pid, 0);
  } catch (error) {
    // EPERM: it has a process, of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (!on.hasProc) return true;
  // A container may have nobody who takes note of what has ended.
  return listProcesses(on).some((other) => {
    const stat = statOf(other, on);
    return stat?.[STAT_GROUP] === String(pid) && !ENDED.has(stat[STAT_STATE] ?? "");
  });
}

/** A zombie, and one that is being removed. */
const ENDED: ReadonlySet<string> = new Set(["Z", "X"]);

/** What is known of a process of the system. */
export interface ProcessFacts {
  readonly pid: number;
  /** The group that it is in, by the id of its leader. */
  readonly group: number;
  /** When it began, as the system spells it: an id that is used again has another one. */
  readonly start: string;
}

/** Undefined where there is no such process. */
export function readProcess(pid: number, on: System = system): ProcessFacts | undefined {
  if (!on.hasProc) return askProcess(pid);
  const stat = statOf(pid, on);
  return stat && { pid, group: Number(stat[STAT_GROUP]), start: stat[STAT_START] ?? "" };
}

/** Processes in whose environment this variable has this value. Only Linux tells. */
export function findProcessesWith(
  name: string,
  value: string,
  on: System = system,
): readonly ProcessFacts[] {
  const wanted = `${name}=${value}`;
  return listProcesses(on)
    .filter((pid) => environmentOf(pid, on).includes(wanted))
    .flatMap((pid) => readProcess(pid, on) ?? []);
}

/** Fields of `/proc/PID/stat` behind the name of the program, which may hold blanks and brackets. */
const STAT_STATE = 0;
const STAT_GROUP = 2;
const STAT_START = 19;

function statOf(pid: number, on: System): readonly string[] | undefined {
  try {
    const path = on.procPath(pid, "stat");
    if (path === undefined) return undefined;
    const text = readFileSync(path, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Empty on a system without `/proc`. */
function listProcesses(on: System): readonly number[] {
  if (!on.hasProc) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function environmentOf(pid: number, on: System): readonly string[] {
  try {
    const path = on.procPath(pid, "environ");
    return path === undefined ? [] : readFileSync(path, "utf8").split("\0");
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

/** macOS and the BSDs have no `/proc`. */
function askProcess(pid: number): ProcessFacts | undefined {
  try {
    const args = ["-o", "pgid=,lstart=", "-p", String(pid)];
    const text = execFileSync("ps", args, { encoding: "utf8", env: { LC_ALL: "C" } });
    const [, group = "", start = ""] = /^\s*(\d+)\s+(.*?)\s*$/s.exec(text) ?? [];
    return { pid, group: Number(group), start };
  } catch {
    return undefined;
  }
}
