import { afterEach, expect, test, vi } from "vitest";
import { writeToStderr } from "../load/load-config-modules.ts";

afterEach(() => void vi.restoreAllMocks());

const output = { module: "a.js", pid: 7, text: "100 %s" };

test("writeToStderr() writes the name of the module and the text unchanged", () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  expect(writeToStderr(output)).toBe(true);
  expect(error.mock.calls).toEqual([["%s", "[a.js] 100 %s"]]);
});

test("writeToStderr() refuses lines while too much is buffered for the reader", () => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(process.stderr, "writableLength", "get").mockReturnValue(2 ** 21);
  expect(writeToStderr(output)).toBe(false);
  expect(error).not.toHaveBeenCalled();
});
