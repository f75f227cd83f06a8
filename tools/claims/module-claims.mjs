// @ts-check
// Claims about transform modules: what they load, what they start, and what they answer.

const linksOut =
  "createTransformLoader() refuses links that lead out, of the file and of a folder on the way";
const contains = "createTransformLoader() contains what createRequire() loads";
const oddNames =
  "createTransformLoader() refuses imports whose names are URLs, lead out or are computed";
const endsWhen = (/** @type {string} */ ending) =>
  `createTransformLoader() ends what a module started when it ${ending}, and serves the next event`;
const heldUp =
  "createTransformLoader() is not held up by a process of another group that has the pipes of a worker";
const foreignIds = "createTransformLoader() ignores an answer with another id than the call's";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const moduleClaims = [
  {
    claim:
      "No module outside of `hooks.transformsDir` is loaded, except what [the list](transforms.md#loading) names",
    proofs: [{ file: "packages/transforms/test/containment.slow.test.ts" }],
    mutants: [
      {
        file: "packages/transforms/src/modules/locate-module.ts",
        find: 'if (!isInside(file, folder)) return outside(name, "it is a link that leads out of it");',
        replace: "",
        effect: "a module may be a link to a file elsewhere",
        dies: [linksOut],
      },
      {
        file: "packages/transforms/src/modules/locate-module.ts",
        find: "file.startsWith(folder.endsWith(sep) ? folder : folder + sep)",
        replace: "file.startsWith(folder + sep.slice(1))",
        effect: "a folder whose name begins alike counts as the folder",
        dies: [linksOut],
      },
      {
        file: "packages/transforms/src/modules/foreign-imports.ts",
        find: "if (isInside(target, folder)) visited.add(target);\n      else problems",
        replace: "visited.add(target);\n      if (target === folder) problems",
        effect: "an import by path may lead anywhere",
        dies: [
          "createTransformLoader() refuses relative imports that lead out, and accepts packages that are links",
        ],
      },
      {
        file: "packages/transforms/src/modules/foreign-imports.ts",
        find: 'if (path.includes("*")) return importsByPattern(inputs, folder);',
        replace: "",
        effect: "what an import by pattern has read is not looked at",
        dies: [
          "createTransformLoader() refuses imports by pattern that may lead out, and accepts those that cannot",
        ],
      },
      {
        file: "packages/transforms/src/modules/foreign-imports.ts",
        find: "if (URL_SCHEME.test(url)) return",
        replace: "if (importer === url) return",
        effect: "a URL that the build leaves alone is loaded by Node",
        dies: [oddNames],
      },
      {
        file: "packages/transforms/src/modules/locate-module.ts",
        find: "return PATH.test(name) || GOES_UP.test(name);",
        replace: "return PATH.test(name);",
        effect: "the way through a package leads anywhere",
        dies: [oddNames, `${contains}: a way through a package`],
      },
      {
        file: "packages/transforms/src/modules/require-plugin.ts",
        find: "if (!isAuthored(resolve(folder, file), folder)) return [];",
        replace: "if (line > 0) return [];",
        effect: "an import may have a computed name",
        dies: [oddNames],
      },
      {
        file: "packages/transforms/src/modules/require-plugin.ts",
        find: "return isInside(target, folder) || isPackageFile(target, folder);",
        replace: "return true;",
        effect: "a compiled add-on may lie anywhere",
        dies: ["createTransformLoader() refuses compiled add-ons that lead out, also as links"],
      },
      {
        file: "packages/transforms/src/modules/require-plugin.ts",
        find: 'if (!isInside(file, folder)) return "it is not within hooks.transformsDir";',
        replace: "if (!isInside(file, folder)) return undefined;",
        effect: "createRequire() loads any file",
        dies: [`${contains}: a fixed name`, `${contains}: a link`, `${contains}: a computed name`],
      },
      {
        file: "packages/transforms/src/modules/require-plugin.ts",
        find: "if (LOADABLE_EXTENSIONS.includes(extname(file))) return undefined;",
        replace: "return undefined;",
        effect: "createRequire() loads scripts, which load any file",
        dies: [`${contains}: a script of the folder`],
      },
    ],
  },
  {
    claim: "A module's processes end with it, and cannot hold up events or the stop of the server",
    proofs: [{ file: "packages/transforms/test/isolation.slow.test.ts" }],
    mutants: [
      {
        file: "packages/node-kit/src/programs/groups.ts",
        find: "process.kill(-pid, signal);",
        replace: "process.kill(pid, signal);",
        effect: "a worker is ended alone",
        dies: [endsWhen("hangs"), endsWhen("spins"), endsWhen("exits")],
      },
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "detached: system.hasGroups,",
        replace: "detached: false,",
        effect: "a worker has no group of its own",
        dies: [endsWhen("hangs"), endsWhen("spins"), endsWhen("exits")],
      },
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "// At once: later, another group may have this id.\n      killGroup(child.pid);",
        replace: "",
        effect: "the group outlives a worker that ends by itself",
        dies: [endsWhen("exits")],
      },
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "await within(MAX_LAST_DATA_MS, closed);",
        replace: "await closed;",
        effect: "a worker has not ended before its pipes are closed",
        dies: [heldUp],
      },
      {
        file: "packages/transforms/src/worker/module-pool.ts",
        find: "event.settle(failed(reason));\n      event.slot.worker.kill(reason);",
        replace: "event.settle(failed(reason));",
        effect: "a worker that does not answer goes on",
        dies: [endsWhen("hangs"), endsWhen("spins")],
      },
    ],
  },
  {
    claim: "A worker answers for an event by its random id only",
    proofs: [{ file: "packages/transforms/test/isolation.slow.test.ts" }],
    mutants: [
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "} else if (message.id === current?.id) {",
        replace: "} else if (current !== undefined) {",
        effect: "an answer with any id counts",
        dies: [foreignIds],
      },
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "const id = randomUUID();",
        replace:
          "const calls = options as any;\n        calls.made = (calls.made ?? 0) + 1;\n        const id = String(calls.made);",
        effect: "ids are counted",
        dies: [foreignIds],
      },
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "} else if (message.id === current?.id) {",
        replace: "} else if (current !== undefined && message.id.length === current.id.length) {",
        effect: "only the form of an id is compared",
        dies: [foreignIds],
      },
      {
        file: "packages/transforms/src/worker/start-worker.ts",
        find: "const id = randomUUID();",
        replace: "const id = ((options as any).id ??= randomUUID());",
        effect: "a worker has one id for all events",
        dies: ["createTransformLoader() ignores an answer with the id of an earlier event"],
      },
    ],
  },
];
