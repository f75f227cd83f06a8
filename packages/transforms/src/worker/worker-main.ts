// The script of a worker process: connects its pipe to the server of one module.
/* v8 ignore file -- runs in processes of its own, which coverage does not see; every test with a worker runs it */
import { Socket } from "node:net";
import { killGroup } from "@hookwright/node-kit/groups";
import { provideContainedRequire } from "../modules/require-plugin.ts";
import { createLineReader } from "./read-message.ts";
import { createModuleServer } from "./serve-module.ts";

/** Descriptors 0 to 2 belong to the module. */
const SERVER_FD = 3;

// A service manager may signal every process of a service, but the server ends its workers itself, after
// their events.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

provideContainedRequire();
const socket = new Socket({ fd: SERVER_FD });
const server = createModuleServer({
  send: (line) => socket.write(`${line}\n`),
  retire: () => socket.unref(),
});
const { pid } = process;
const killSelf = process.kill.bind(process, pid, "SIGKILL");
const end = (): void => {
  killGroup(pid);
  killSelf();
};
const read = createLineReader({
  onLine: (line) => void server.receive(line),
  maxChars: Number.POSITIVE_INFINITY,
  onTooLong: end,
});
socket.setEncoding("utf8").on("data", read).on("error", end).on("close", end);

process.on("uncaughtException", server.reportBackground);
process.on("unhandledRejection", server.reportBackground);
