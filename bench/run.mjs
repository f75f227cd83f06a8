// npm run bench [-- NAME …]: every measurement, or the named ones. npm run bench -- SOAK [ARGUMENT …]: a soak run.
//
// A measurement compares alternatives within one run and prints ratios: absolute values show only the order of
// magnitude. A soak run starts real servers and clients, and says at its end which promise was broken.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MEASUREMENTS = [
  "resolve",
  "templates",
  "http",
  "signatures",
  "verify",
  "idempotency",
  "ledger",
  "host",
  "start",
  "gauge",
  "studio",
  "before",
];
const SOAKS = readdirSync(new URL("soak", import.meta.url))
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => name.replace(".mjs", ""));

const [first = "", ...rest] = process.argv.slice(2);
if (SOAKS.includes(first)) {
  const script = fileURLToPath(new URL(`soak/${first}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, ["--expose-gc", script, ...rest], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} else {
  // `before` needs another checkout, `studio` needs a browser, and `verify` needs the packages of the judges.
  const apart = ["before", "studio", "verify"];
  const all = MEASUREMENTS.filter((name) => !apart.includes(name));
  await measure(first === "" ? all : [first, ...rest]);
}

/** @param {readonly string[]} names */
async function measure(names) {
  const unknown = names.find((name) => !MEASUREMENTS.includes(name));
  if (unknown !== undefined) {
    const known = [...MEASUREMENTS, ...SOAKS].join(", ");
    throw new Error(`"${unknown}" is not a measurement or a soak run: ${known}.`);
  }
  console.log(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
  for (const name of names) {
    const { run } = await import(`./${name}.mjs`);
    await run();
  }
}
