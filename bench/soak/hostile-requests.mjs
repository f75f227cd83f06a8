// node bench/soak/hostile-requests.mjs [seconds] [node|srvx ...]: well-formed requests with 5 % hostile ones
// among them, at createHooksServer and at adapter-fetch under srvx. Prints the answers, and the processes
// that are left when the server has been killed. Build first.
import { execFileSync, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The argument of the programs that modules start, by which this script finds them. */
const PROGRAM_SECONDS = "86398.5";

const [seconds = "60", ...kinds] = process.argv.slice(2);

for (const kind of kinds.length > 0 ? kinds : ["node", "srvx"]) console.log(await soak(kind));

/** @param {string} kind */
async function soak(kind) {
  const server = startPart("hooks-server.mjs", [kind, PROGRAM_SECONDS]);
  const { port, token } = await server.next();
  const sender = startPart("mixed-sender.mjs", [String(port), token, seconds]);
  const counts = await sender.next();
  server.child.send("memory");
  const { residentMb, quietMb } = await server.next();
  const workers = listProcesses(`^\\s*\\d+\\s+${server.child.pid}\\s.*worker-`);
  for (const { child } of [server, sender]) child.kill("SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const pids = workers.map((row) => row.trim().split(/\s+/)[0]);
  const left = [
    ...listProcesses(`sleep ${PROGRAM_SECONDS}$`),
    ...listProcesses(`^\\s*(?:${pids.join("|")})\\s.*worker-`),
  ];
  const { sent, right, wrong, hostile, p50, p99 } = counts;
  return `${kind}: ${right} of ${sent} well-formed requests answered right (p50 ${p50} ms, p99 ${p99} ms), ${hostile} hostile ones; memory ${quietMb} MB before, ${residentMb} MB at the end; ${left.length} processes left of ${workers.length} workers and their programs${wrong.length > 0 ? `\n  wrong: ${wrong.join("; ")}` : ""}`;
}

/** Processes that are not zombies, as lines with the ids of each and of its parent. @param {string} pattern */
function listProcesses(pattern) {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="]).toString().split("\n");
  return rows.filter((row) => new RegExp(pattern).test(row) && !/^\s*\d+\s+\d+\s+Z/.test(row));
}

/**
 * Clients and servers have processes of their own, as in production.
 *
 * @param {string} script
 * @param {string[]} args
 */
function startPart(script, args) {
  const child = fork(fileURLToPath(new URL(`shared/${script}`, import.meta.url)), args);
  /** @returns {Promise<any>} */
  const next = () =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
    });
  return { child, next };
}
