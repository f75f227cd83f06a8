// node soak/hostile-requests.mjs [seconds] [node|srvx ...]: well-formed requests with 5 % hostile ones
// among them, at createHooksServer and at adapter-fetch under srvx. Prints the answers. Build first.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const [seconds = "60", ...kinds] = process.argv.slice(2);

for (const kind of kinds.length > 0 ? kinds : ["node", "srvx"]) console.log(await soak(kind));

/** @param {string} kind */
async function soak(kind) {
  const server = startPart("hooks-server.mjs", [kind]);
  const { port, token } = await server.next();
  const sender = startPart("mixed-sender.mjs", [String(port), token, seconds]);
  const counts = await sender.next();
  server.child.send("memory");
  const { residentMb, quietMb } = await server.next();
  for (const { child } of [server, sender]) child.kill("SIGKILL");
  const { sent, right, wrong, hostile, p50, p99 } = counts;
  return `${kind}: ${right} of ${sent} well-formed requests answered right (p50 ${p50} ms, p99 ${p99} ms), ${hostile} hostile ones; memory ${quietMb} MB before, ${residentMb} MB at the end${wrong.length > 0 ? `\n  wrong: ${wrong.join("; ")}` : ""}`;
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
