// @ts-check
// `npm run release`: every package whose version the registry does not have → published.
// `npm run release -- --dry-run`: the same into a registry on this machine, from which readers of the first pages install.
//
// Why from the workflow alone: there the registry knows who publishes without a secret of ours (OIDC), and signs where
// a package was built (provenance).
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, runStep } from "../run/run-step.mjs";
import { readFirstPages } from "./read-first-pages.mjs";
import { startRegistry } from "./registry/start-registry.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

const CHECKS = ["check-manifests", "check-lock", "check-packages"].map((name) => ({
  title: `${name}.mjs`,
  args: [`tools/checks/${name}.mjs`],
}));

const isDryRun = process.argv.includes("--dry-run");
if (isDryRun) await rehearse();
else if (process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] === undefined) refuse();
else if (await isFit()) publish({ NPM_CONFIG_PROVENANCE: "true" });
else process.exitCode = 1;

function refuse() {
  console.error("Packages are published by the workflow .github/workflows/release.yml alone.");
  console.error("Run `npm run release -- --dry-run` to see here what it would publish.");
  process.exitCode = 1;
}

/** @returns {Promise<boolean>} */
async function isFit() {
  for (const step of [build, ...CHECKS]) if (!(await runStep(root, step))) return false;
  return true;
}

/** @param {Readonly<Record<string, string>>} env */
function publish(env) {
  const changeset = join(root, "node_modules/@changesets/cli/bin.js");
  // One version has one tag, which announce.mjs makes; changesets would make one for each package.
  execFileSync(process.execPath, [changeset, "publish", "--no-git-tag"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
}

async function rehearse() {
  if (!(await isFit())) {
    process.exitCode = 1;
    return;
  }
  const registry = await startRegistry();
  try {
    publish(registry.env);
    if (!(await readFirstPages(root, registry))) process.exitCode = 1;
  } finally {
    registry.stop();
  }
}
