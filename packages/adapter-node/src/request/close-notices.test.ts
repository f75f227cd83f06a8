import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createCloseNotices } from "./create-node-handler.ts";

test("createCloseNotices() puts one listener on a socket, however many wait", async () => {
  const onClose = createCloseNotices();
  const socket = new Socket();
  const before = socket.listenerCount("close");
  let told = 0;
  for (let waiting = 0; waiting < 30; waiting++) onClose(socket, () => told++);
  const leave = onClose(socket, () => {
    told += 1_000;
  });
  leave();
  expect(socket.listenerCount("close")).toBe(before + 1);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.destroy();
  await closed;
  expect(told).toBe(30);
});
