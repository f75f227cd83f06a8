// Spellings of /hooks/wake, and CONNECT → the status of each, on every host.
//
// node soak/attacks/odd-paths.mjs [path of a built checkout]; also with bun and deno.
import { exchange, loadCheckout, requestText } from "../shared/hosts.mjs";

const TOKEN = "t0ken-of-the-soak-0123456789";
const TARGETS = [
  "/hooks/wake",
  "/hooks/wake/",
  "/hooks//wake",
  "/hooks/w%61ke",
  "/hooks/%2e/wake",
  "/hooks/x/%2e%2e/wake",
  "/hooks/x/../wake",
  "/hooks\\wake",
  "//hooks/wake",
];

const { compileHooks, createIngress, hosts } = await loadCheckout(process.argv[2]);
const hooks = compileHooks({ hooks: { enabled: true, token: TOKEN } });
const statusOf = (answer) => answer.slice(9, 12) || "none";
console.log(`| host | ${TARGETS.map((target) => `\`${target}\``).join(" | ")} | CONNECT |`);
for (const { name, serve } of hosts) {
  const { port, close } = await serve(createIngress({ hooks, dispatch: () => undefined }));
  const statuses = [];
  for (const target of TARGETS) {
    const bytes = requestText(target, [`Authorization: Bearer ${TOKEN}`], '{"text":"x"}');
    statuses.push(statusOf(await exchange(port, bytes)));
  }
  statuses.push(
    statusOf(await exchange(port, "CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n")),
  );
  console.log(`| ${name} | ${statuses.join(" | ")} |`);
  await close();
}
process.exit();
