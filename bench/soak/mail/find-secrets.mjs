// Secrets, processes, texts and folders → where a secret is that should not be there, and files that others can read.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Looks at processes and all that they started. Linux only.
 *
 * @param {readonly (number | undefined)[]} pids
 * @param {{ secrets: readonly string[], names: ReadonlySet<string> }} known `names`: the variables that were given
 * @returns {string[]} what is wrong
 */
export function lookAtProcesses(pids, { secrets, names }) {
  return withChildren(pids).flatMap((pid) => {
    const line = readProc(pid, "cmdline");
    const variables = readProc(pid, "environ")
      .split("\0")
      .filter((entry) => entry !== "");
    const strange = variables
      .map((entry) => entry.split("=")[0])
      .filter((name) => !names.has(name));
    return [
      ...(holdsSecret(line, secrets) ? [`a secret is in the arguments of ${line}`] : []),
      ...(holdsSecret(variables.join("\n"), secrets)
        ? [`a secret is in the environment of ${line}`]
        : []),
      ...(strange.length > 0 ? [`the environment of ${line} has ${strange}`] : []),
    ];
  });
}

/**
 * @param {string} folder
 * @param {{ secrets: readonly string[], isTokenFile: (path: string) => boolean }} known
 * @returns {string[]} what is wrong
 */
export function lookAtFiles(folder, { secrets, isTokenFile }) {
  return listFiles(folder).flatMap((path) => {
    const isOpen = (statSync(path).mode & 0o077) !== 0;
    const has = holdsSecret(readFileSync(path, "latin1"), secrets);
    if (has && !isTokenFile(path)) return [`a secret is in ${path}`];
    return has && isOpen ? [`others can read ${path}`] : [];
  });
}

/** @param {string} folder @returns {string[]} files that others can read and folders that they can enter */
export function lookAtModes(folder) {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ];
  return paths
    .filter((path) => !statSync(path).isSocket() && (statSync(path).mode & 0o077) !== 0)
    .map((path) => `the mode of ${path} is ${(statSync(path).mode & 0o777).toString(8)}`);
}

/** @param {string} text @param {readonly string[]} secrets */
export function holdsSecret(text, secrets) {
  return secrets.some((secret) => text.includes(secret));
}

function withChildren(pids) {
  const found = new Set(pids.filter((pid) => pid !== undefined));
  for (const pid of found) {
    for (const child of readProc(pid, `task/${pid}/children`).split(" ")) {
      if (child !== "") found.add(Number(child));
    }
  }
  return [...found];
}

/** A process that has ended has no files. */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}
