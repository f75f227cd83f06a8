// @ts-check
// A registry → whether readers of the first pages get there with what it has, by each runtime that can run the command.
import { delimiter, dirname } from "node:path";
import { ensureRuntimes } from "../../packages/conformance/runtimes/ensure.mjs";
import { runStep } from "../run/run-step.mjs";

const PAGES = "docs/first-pages.slow.test.ts";

/**
 * @param {string} root of the workspace
 * @param {import("./registry/start-registry.mjs").Registry} registry
 * @param {readonly string[]} [wanted] names of readers. Default: all
 */
export async function readFirstPages(root, registry, wanted = []) {
  const { node22, node24, bun, deno } = await ensureRuntimes();
  const readers = [
    { name: "Node 20, npm", reader: "npm", binary: process.execPath },
    { name: "Node 22, npm", reader: "npm", binary: node22 },
    { name: "Node 24, npm", reader: "npm", binary: node24 },
    { name: "Bun", reader: "bun", binary: bun },
    { name: "Deno", reader: "deno", binary: deno },
  ];
  let isGood = true;
  for (const { name, reader, binary } of readers) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const env = {
      ...registry.env,
      HOOKWRIGHT_READER: reader,
      PATH: `${dirname(binary)}${delimiter}${process.env["PATH"]}`,
    };
    const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "long", PAGES];
    isGood = (await runStep(root, { title: `the first pages with ${name}`, args, env })) && isGood;
  }
  return isGood;
}
