// Arguments of `hookwright serve` → the command in this process, which ends with the test.
import { onTestFinished } from "vitest";
import { run } from "../../src/run.ts";
import { createTestIo, type TestInput, type TestIo } from "./test-io.ts";

export interface ServeRun {
  /** Includes the base path. */
  readonly url: string;
  readonly io: TestIo;
  /** Resolves with the exit code. */
  readonly stop: () => Promise<number>;
}

export async function startServe(args: readonly string[], input?: TestInput): Promise<ServeRun> {
  const io = createTestIo(input);
  const exit = run(["serve", "--port", "0", ...args], io);
  const stop = (): Promise<number> => {
    io.signals.emit("SIGTERM");
    return exit;
  };
  onTestFinished(() => void stop());
  const failed = exit.then((code) => {
    throw new Error(`serve ended with ${code}: ${io.stderr.text()}`);
  });
  // A warning before it may show an address of the config.
  const [, url = ""] = await Promise.race([
    io.stderr.find(/(?:Listening on |"listening","url":")(http:\/\/[^\s"]+)/),
    failed,
  ]);
  failed.catch(() => undefined);
  return { url, io, stop };
}
