// A start and a speed → a clock and a timer that run faster, so that waits of minutes end in seconds.

/** Processes with the same options have the same time, also after a restart. @param {{ epoch: number, speed: number }} options */
export function createFastTime({ epoch, speed }) {
  return {
    clock: () => epoch + Math.round((Date.now() - epoch) * speed),
    /** @param {() => void} task @param {number} milliseconds */
    timer: (task, milliseconds) => {
      const timeout = setTimeout(task, milliseconds / speed);
      return () => clearTimeout(timeout);
    },
  };
}
