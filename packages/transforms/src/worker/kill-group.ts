// The process id of a worker → an end to the worker and to the processes that its module has started.

/** Windows has no process groups. There a worker is ended alone. */
export const HAS_GROUPS: boolean = process.platform !== "win32";

/**
 * Ends every process of the group that the worker leads. A process that leads a group of its own, such as
 * one that was spawned with `detached`, is not in it.
 */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined || !HAS_GROUPS) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty, or has only processes of another user.
  }
}
