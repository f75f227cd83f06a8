import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { system, systemOf } from "./system.ts";

const LINUX = systemOf("linux");
const MACOS = systemOf("darwin");
const WINDOWS = systemOf("win32");
const FREEBSD = systemOf("freebsd");

test("modes tell others apart everywhere but on Windows", () => {
  expect([LINUX, MACOS, FREEBSD, WINDOWS].map(({ hasModes }) => hasModes)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(LINUX.isShared(0o100600)).toBe(false);
  expect(LINUX.isShared(0o40700)).toBe(false);
  for (const mode of [0o640, 0o604, 0o701, 0o710]) {
    expect(MACOS.isShared(mode)).toBe(true);
    expect(WINDOWS.isShared(mode)).toBe(false);
  }
});

test("a socket is a file in its folder, or nothing where the path is too long", () => {
  expect(LINUX.socketOf("/var/lib/hookwright", "operate")).toEqual({
    path: "/var/lib/hookwright/operate.sock",
    isFile: true,
  });
  const fits = `/${"x".repeat(103 - "//operate.sock".length)}`;
  expect(MACOS.socketOf(fits, "operate")?.path).toHaveLength(103);
  expect(MACOS.socketOf(`${fits}x`, "operate")).toBeUndefined();
  // Bytes count, not characters.
  expect(LINUX.socketOf(fits.replace("x", "é"), "operate")).toBeUndefined();
});

test("a named pipe of Windows is short, is not a file, and differs by folder and by name", () => {
  const pipe = WINDOWS.socketOf(`C:\\${"x".repeat(300)}`, "operate");
  expect(pipe?.isFile).toBe(false);
  expect(pipe?.path).toMatch(/^\\\\\.\\pipe\\hookwright-[0-9a-f]{32}$/);
  expect(WINDOWS.socketOf("C:\\a", "operate")).toEqual(WINDOWS.socketOf("C:\\a", "operate"));
  expect(WINDOWS.socketOf("C:\\a", "operate")).not.toEqual(WINDOWS.socketOf("C:\\b", "operate"));
  expect(WINDOWS.socketOf("C:\\a", "operate")).not.toEqual(WINDOWS.socketOf("C:\\a", "other"));
});

test("processes have files on Linux only", () => {
  expect(LINUX.procPath(17, "stat")).toBe("/proc/17/stat");
  expect(LINUX.procPath("self", "fd/1")).toBe("/proc/self/fd/1");
  for (const other of [MACOS, FREEBSD, WINDOWS]) {
    expect(other.hasProc).toBe(false);
    expect(other.procPath(17, "stat")).toBeUndefined();
  }
});

test("Windows has no groups, opens no folder, and writes a file to the disk only where it may write it", () => {
  const { hasGroups, opensFolders, syncFlag, blocksPipes } = WINDOWS;
  expect({ hasGroups, opensFolders, syncFlag, blocksPipes }).toEqual({
    hasGroups: false,
    opensFolders: false,
    syncFlag: "r+",
    blocksPipes: true,
  });
  for (const unix of [LINUX, MACOS, FREEBSD]) {
    expect(unix).toMatchObject({
      hasGroups: true,
      opensFolders: true,
      syncFlag: "r",
      blocksPipes: false,
    });
  }
});

test("a page is opened by a program of the system, without a shell", () => {
  expect(LINUX.opener).toEqual(["xdg-open"]);
  expect(FREEBSD.opener).toEqual(["xdg-open"]);
  expect(MACOS.opener).toEqual(["open"]);
  expect(WINDOWS.opener).toEqual(["rundll32", "url.dll,FileProtocolHandler"]);
});

test("this system listens where it says", async () => {
  const socket = system.socketOf(await createTempDir(), "test");
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket?.path, resolve);
  });
  expect(server.address()).toBe(socket?.path);
  await new Promise((resolve) => server.close(resolve));
});
