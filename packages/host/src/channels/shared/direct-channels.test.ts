/** @module-tag DEL-3 */
import { expect, test } from "vitest";
import { createDirectChannels } from "./direct-channels.ts";

test("createDirectChannels() remembers the last thousand people", async () => {
  const direct = createDirectChannels();
  const opened: string[] = [];
  const open = async (user: string) => {
    opened.push(user);
    return { ok: true, id: `D${user}` } as const;
  };
  for (let user = 0; user <= 1000; user++) await direct.resolve(`user:${user}`, open);
  expect(await direct.resolve("user:1000", open)).toEqual({ ok: true, id: "D1000" });
  expect(opened.length).toBe(1001);
  await direct.resolve("user:0", open);
  expect(opened.at(-1)).toBe("0");
});

test("createDirectChannels() takes ids and names of channels as they are", async () => {
  const open = () => Promise.reject(new Error("not a person"));
  const direct = createDirectChannels();
  expect(await direct.resolve("channel:C1", open)).toEqual({ ok: true, id: "C1" });
  expect(await direct.resolve("#alerts", open)).toEqual({ ok: true, id: "#alerts" });
});
