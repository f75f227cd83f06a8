// Arguments → a command in this process, which has ended, and its output.
import { expect } from "vitest";
import { run } from "../../src/run.ts";
import { createTestIo, type TestInput } from "./test-io.ts";

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function hookwright(args: readonly string[], input?: TestInput): Promise<Ended> {
  const io = createTestIo(input);
  const exitCode = await run(args, io);
  return { exitCode, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

/** The exit code, and words of either stream. */
export type Expected = readonly [exitCode: number, ...words: (string | RegExp)[]];

export function expectEnded({ exitCode, stdout, stderr }: Ended, expected: Expected): void {
  const [wanted, ...words] = expected;
  expect([exitCode, stdout + stderr]).toEqual([wanted, expect.any(String)]);
  for (const word of words) {
    if (typeof word === "string") expect(stdout + stderr).toContain(word);
    else expect(stdout + stderr).toMatch(word);
  }
}

export async function expectRun(
  args: readonly string[],
  expected: Expected,
  input?: TestInput,
): Promise<Ended> {
  const ended = await hookwright(args, input);
  expectEnded(ended, expected);
  return ended;
}
