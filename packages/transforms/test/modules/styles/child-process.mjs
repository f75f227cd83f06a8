// Starts a program.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export default async ({ payload }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "-p",
    `${payload.a} + ${payload.b}`,
  ]);
  return { message: stdout.trim() };
};
