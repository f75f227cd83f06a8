// Arguments → a process of the built command, which ends with the test at the latest.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type Collector, createCollector } from "./collector.ts";

export const MAIN: string = fileURLToPath(new URL("../../bin/hookwright.js", import.meta.url));

export interface BinOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Bin {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: Collector;
  readonly stderr: Collector;
  readonly ended: Promise<BinEnd>;
}

export interface BinEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function startBin(args: readonly string[], { stdin = "", env, cwd }: BinOptions = {}): Bin {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    // The environment of the test run must not change colours or tokens.
    env: { PATH: process.env["PATH"], ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [stdout, stderr] = [createCollector(), createCollector()];
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.write(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.write(text));
  child.stdin.end(stdin);
  const ended = new Promise<BinEnd>((resolve) => {
    child.on("close", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  return { child, stdout, stderr, ended };
}

export async function runBin(args: readonly string[], options?: BinOptions) {
  const { stdout, stderr, ended } = startBin(args, options);
  const end = await ended;
  return { ...end, stdout: stdout.text(), stderr: stderr.text() };
}

/** `hookwright serve` on a free port. The URL includes the base path. */
export async function serveBin(args: readonly string[], options?: BinOptions) {
  const bin = startBin(["serve", "--port", "0", ...args], options);
  const failed = bin.ended.then(() => {
    throw new Error(`serve ended: ${bin.stderr.text()}`);
  });
  const [url] = await Promise.race([bin.stderr.find(/http:\/\/[^\s"]+/), failed]);
  failed.catch(() => undefined);
  return { ...bin, url };
}
