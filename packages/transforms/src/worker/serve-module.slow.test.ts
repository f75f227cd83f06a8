// The worker's side, here in the test's own process.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createModuleServer } from "./serve-module.ts";

function createCase(code: string) {
  const url = pathToFileURL(join(createTempDir({ "module.mjs": code }), "module.mjs")).href;
  const lines: unknown[] = [];
  let retired = 0;
  const server = createModuleServer({
    send: (line) => lines.push(JSON.parse(line)),
    retire: () => {
      retired += 1;
    },
  });
  const receive = (message: object): Promise<void> => server.receive(JSON.stringify(message));
  return { receive, server, lines, url, retired: () => retired };
}

test("createModuleServer() loads, reports that a call is taken before it begins, answers, and retires", async () => {
  const { receive, lines, url, retired } = createCase(
    "export default (context) => context.body === context.payload ? context.payload.give : 0; export const nothing = () => {};",
  );
  await receive({ kind: "load", url });
  const context = { payload: { give: "it" } };
  const calling = receive({ kind: "call", id: "1", path: ["default"], context, timeoutMs: 5 });
  expect(lines.slice(1)).toEqual([{ kind: "taken", id: "1" }]);
  await calling;
  await receive({ kind: "call", id: "2", path: ["nothing"], context, timeoutMs: 5 });
  await receive({ kind: "call", id: "3", path: ["absent"], context, timeoutMs: 5 });
  expect(lines).toMatchObject([
    { kind: "loaded", exports: [{ name: "default" }, { name: "nothing" }] },
    { kind: "taken", id: "1" },
    { kind: "answer", id: "1", outcome: { kind: "result", result: "it" } },
    { kind: "taken", id: "2" },
    { kind: "answer", id: "2", outcome: { kind: "result" } },
    { kind: "taken", id: "3" },
    { kind: "answer", id: "3", outcome: { kind: "threw", thrown: { name: "TypeError" } } },
  ]);
  await receive({ kind: "retire" });
  expect(retired()).toBe(1);
});

test("createModuleServer() reports that a module cannot be loaded", async () => {
  const { receive, lines, url } = createCase("throw new RangeError('no');");
  await receive({ kind: "load", url });
  expect(lines).toMatchObject([
    { kind: "unloadable", thrown: { name: "RangeError", message: "no" } },
  ]);
});

test("createModuleServer() reports at most ten failures of background work", () => {
  const { server, lines } = createCase("");
  for (let turn = 0; turn < 1_000; turn++) server.reportBackground(new Error(`${turn}`));
  expect(lines).toHaveLength(10);
  expect(lines[9]).toMatchObject({ kind: "background", thrown: { message: "9" } });
});
