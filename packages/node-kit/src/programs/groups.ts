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

/** A process that has ended and waits for its parent to reap it is not alive. */
export function isGroupAlive(pid: number, on: System = system): boolean {
  if (!on.hasGroups) return false;
  try {
    process.kill(-pid, 0);
  } catch (error) {
    // EPERM: the group has a process, of another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (!on.hasProc) return true;
  // A container may have no process that reaps ended ones.
  return listProcesses(on).some((other) => {
    const stat = statOf(other, on);
    return stat?.[STAT_GROUP] === String(pid) && !ENDED.has(stat[STAT_STATE] ?? "");
  });
}

/** A zombie, and a process that is being removed. */
const ENDED: ReadonlySet<string> = new Set(["Z", "X"]);

/** The facts of a process of the system. */
interface ProcessFacts {
  readonly pid: number;
  /** Its group, by the id of the leader. */
  readonly group: number;
  /** Its start time, as the system spells it: a reused id has another one. */
  readonly start: string;
}

/** Returns undefined if the process does not exist. */
export function readProcess(pid: number, on: System = system): ProcessFacts | undefined {
  if (!on.hasProc) return askProcess(pid);
  const stat = statOf(pid, on);
  return stat && { pid, group: Number(stat[STAT_GROUP]), start: stat[STAT_START] ?? "" };
}

/** Processes whose environment has this value of the variable. Only Linux shows environments. */
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

/** Fields of `/proc/PID/stat` after the name of the program, which may contain blanks and brackets. */
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

/** Returns nothing on a system without `/proc`. */
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
