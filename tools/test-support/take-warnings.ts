// Nothing → the warnings of the process until the test ends. They are taken and not printed.
import { onTestFinished } from "vitest";

export function takeWarnings(): readonly Error[] {
  const taken: Error[] = [];
  // One of them is Node's own, which prints.
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => taken.push(warning));
  onTestFinished(() => {
    process.removeAllListeners("warning");
    for (const listener of listeners) process.on("warning", listener);
  });
  return taken;
}
