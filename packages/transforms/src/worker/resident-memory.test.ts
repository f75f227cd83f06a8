// The memory of real processes.
import { expect, test } from "vitest";
import { residentMb } from "./resident-memory.ts";

test.runIf(process.platform === "linux")("residentMb() tells the memory of a process", () => {
  const ours = process.memoryUsage.rss() / 1024 / 1024;
  expect(residentMb(process.pid) / ours).toBeCloseTo(1, 0);
});

test("residentMb() counts a process that is none as none", () => {
  expect(residentMb(undefined)).toBe(0);
});
