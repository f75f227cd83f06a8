// npm run bench [-- part …]: every part, or the named ones, one after the other.
// A part compares alternatives within one run and prints ratios; absolute values only show the order of magnitude.
import { parseArgs } from "node:util";

const PARTS = [
  "resolve",
  "templates",
  "helpers",
  "conditions",
  "transforms",
  "match",
  "compile",
  "fence",
  "parse",
  "receive",
  "work",
  "http",
  "ledger",
  "host",
  "signatures",
  "idempotency",
  "diff",
  "mutation",
  "start",
  "tests",
  "gauge",
  "before",
];

const { positionals } = parseArgs({ allowPositionals: true });
const wanted = positionals.length === 0 ? PARTS.filter((part) => part !== "before") : positionals;
console.log(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
for (const part of wanted) {
  if (!PARTS.includes(part)) throw new Error(`There is no part "${part}": ${PARTS.join(", ")}.`);
  const { run } = await import(`./${part}.mjs`);
  await run();
}
