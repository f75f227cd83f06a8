// node soak/attacks/foreign-modules.mjs [root]: transform modules that load a file outside of
// hooks.transformsDir, each in another way. Prints whether it ran. Takes some seconds. `root` is the built
// clone to attack.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = resolve(process.argv[2] ?? ".");
const ENTRY = pathToFileURL(join(ROOT, "packages/transforms/dist/index.js")).href;

/** The body of an asynchronous function in an ES module, of which `load` comes from createRequire. */
const ATTACKS = {
  "a compiled add-on by its path": 'return require("../../out.node")',
  "a link to a compiled add-on": 'return require("./link.node")',
  "createRequire, a fixed name": 'return createRequire(import.meta.url)("../../out.cjs")',
  "createRequire, a constant": 'return load("../../out.cjs")',
  "createRequire, from elsewhere": 'return createRequire("/")(payload.dir + "/out.cjs")',
  "createRequire, a script of the folder that leads out": 'return load("./inner.cjs")',
  "require, a computed name": 'return require(payload.dir + "/out.cjs")',
  "require, through a package": 'return require("package/../../out.cjs")',
  "import(), FILE: in capitals": 'return import("FILE://DIR/out.mjs").catch(() => null)',
  "import(), a URL that is computed": 'return import(new URL("../../out.mjs", import.meta.url))',
  "import(), a computed name": 'return import(payload.dir + "/out.mjs")',
  "import(), a package of another user in the temporary folder":
    'return import("not-installed").catch(() => null)',
};

const dir = realpathSync(mkdtempSync(join(tmpdir(), "hookwright-soak-")));
const OUT = { message: "outside" };
const files = {
  "out.node": "no add-on, but dlopen gets it",
  "out.cjs": `module.exports = ${JSON.stringify(OUT)};`,
  "out.mjs": `export default ${JSON.stringify(OUT)};`,
  "node_modules/package/index.js": "",
  "temporary/node_modules/not-installed/index.mjs": `export default ${JSON.stringify(OUT)};`,
  "temporary/node_modules/not-installed/package.json": '{ "exports": "./index.mjs" }',
  "hooks/transforms/inner.cjs": 'module.exports = require("../../out.cjs");',
};
for (const [name, text] of Object.entries(files)) write(name, text);
symlinkSync(join(dir, "out.node"), join(dir, "hooks/transforms/link.node"));
const modules = Object.entries(ATTACKS).map(([title, body], index) => {
  const module = `a${index}.mjs`;
  const code = body.replace("DIR", dir);
  write(
    `hooks/transforms/${module}`,
    `import { createRequire } from "node:module";
    const load = createRequire(import.meta.url);
    const attack = async (payload) => { ${code}; };
    export default async ({ payload }) => {
      const loaded = await attack(payload);
      return { message: (loaded?.default ?? loaded)?.message ?? "nothing" };
    };`,
  );
  return { title, module };
});

process.env.TMPDIR = join(dir, "temporary");
const { createTransformLoader } = await import(ENTRY);
for (const { title, module } of modules) console.log(`${title}: ${await attack(module)}`);
rmSync(dir, { recursive: true });
process.exit();

/** @param {string} module */
async function attack(module) {
  const loader = createTransformLoader({ configFile: join(dir, "hooks.json5"), output: "ignore" });
  const mappings = [{ match: { path: "a" }, transform: { module } }];
  const loaded = await loader.load({ hooks: { mappings } }, { secrets: () => undefined });
  try {
    const [problem] = loaded.problems;
    if (problem !== undefined) return `refused at load (${problem.code})`;
    const { message } = await loaded.transforms[module].default({ payload: { dir } });
    return message === OUT.message ? "LOADED" : "not found";
  } catch ({ message }) {
    // Node has given the file to the system's loader of libraries.
    return /invalid ELF|too short|not a mach-o/i.test(message) ? "LOADED" : "refused when it ran";
  } finally {
    await loader.close(0);
  }
}

/** @param {string} name @param {string} text */
function write(name, text) {
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  writeFileSync(join(dir, name), text);
}
