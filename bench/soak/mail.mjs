// node bench/soak/mail.mjs [mails] [pull|push|push-token|poll|all] [seed]: mails come in bursts to a local Gmail,
// `gmail run` posts them and `serve --dispatch host` carries them out, while both are killed with SIGKILL, the watch
// ends, the history is forgotten, the login is revoked and the host answers 503. In `push`, each post of Pub/Sub is
// signed, and others come whose proof is wrong; in `push-token`, a token is in the URL. Prints figures, and exits
// with 1 where a promise is broken. HOOKWRIGHT_SOAK_LOGS names a folder for the logs of both.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTrial } from "./mail/trial.mjs";

const mails = Number(process.argv[2] ?? 1_000);
const ways = ["pull", "push", "push-token", "poll"].filter((way) =>
  [way, "all", undefined].includes(process.argv[3]),
);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);
const folder = process.env["HOOKWRIGHT_SOAK_LOGS"];

for (const way of ways) {
  const kills = Math.ceil(mails / 50);
  const trial = { way, mails, seed, killsOfRun: kills, killsOfServe: kills, hasFaults: true };
  const { rows, broken, logs } = await runTrial(trial);
  for (const [name, value] of Object.entries(rows)) console.log(`${name}: ${value}`);
  console.log(broken.length === 0 ? "every promise is kept\n" : `BROKEN: ${broken.join("; ")}\n`);
  if (broken.length > 0) process.exitCode = 1;
  if (folder === undefined) continue;
  mkdirSync(folder, { recursive: true });
  for (const [name, log] of Object.entries(logs))
    writeFileSync(join(folder, `${way}-${name}.log`), log);
}
