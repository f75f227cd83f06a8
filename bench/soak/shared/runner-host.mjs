// A host with a command runner, in a process of its own: takes actions of its parent, and carries them out.
//
// argv: the state folder, the file of the ticks, and how long a turn takes in milliseconds.
import { fileURLToPath } from "node:url";
import { createHost, createHostParts } from "@hookwright/host";

const [, , stateFolder = "", TICK_FILE = "", TICK_MS = "3000"] = process.argv;
const agent = fileURLToPath(new URL("ticking-agent.mjs", import.meta.url));
const command = { command: [process.execPath, agent], env: { TICK_FILE, TICK_MS } };
const read = await createHostParts({ host: { runner: { command } } }, { stateFolder });
if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
const created = await createHost({ ...read.parts, stateFolder, warn: () => undefined });
if (!created.ok) throw new Error(`${created.problem.message}. ${created.problem.hint}.`);
const { host } = created;

process.on("message", async (/** @type {any} */ { action, context }) => {
  await host.dispatch(action, context);
  process.send?.({ kind: "accepted", runId: context.runId });
});
await host.start();
process.send?.({ kind: "started" });
