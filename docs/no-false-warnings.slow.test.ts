// The configs that the docs, the recipes and the examples show → no warning about a probable mistake.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compileDocument, parseConfigText } from "@hookwright/config";
import { expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { readLintCodes } from "../packages/core/tools/generate/read-codes.mjs";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const OTHERS = ["condition_variable", "for_each_path", "token_placeholder", "yaml_value_misread"];

const LINTS: ReadonlySet<string> = new Set([
  ...(await readLintCodes()).flatMap(Object.keys),
  ...OTHERS,
]);

/** Pages that show mistakes on purpose. */
const OF_MISTAKES: ReadonlySet<string> = new Set(["docs/error-codes.md", "docs/yaml.md"]);

interface ShownConfig {
  readonly place: string;
  readonly format: "json5" | "yaml";
  readonly text: string;
}

function findConfigs(): readonly ShownConfig[] {
  const folders = ["docs", "examples", "packages/cli/test", "bench"].map((name) =>
    join(root, name),
  );
  // A folder of snapshots has the name of its test file.
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return [...files, join(root, "README.md")]
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .flatMap((file) => configsOf(relative(root, file)));
}

function configsOf(place: string): readonly ShownConfig[] {
  const [, ending = ""] = /\.(md|json5|yaml)$/.exec(place) ?? [];
  if (ending === "" || OF_MISTAKES.has(place) || place.includes("/mistakes/")) return [];
  const text = readFileSync(join(root, place), "utf8");
  if (ending !== "md") return [{ place, format: ending === "yaml" ? "yaml" : "json5", text }];
  return readFences(text)
    .filter(({ language }) => /^(?:json|json5|yaml)$/.test(language))
    .map(({ language, code, line }) => ({
      place: `${place}:${line}`,
      format: language === "yaml" ? "yaml" : "json5",
      text: code,
    }));
}

async function warningsOf({ place, format, text }: ShownConfig): Promise<readonly string[]> {
  const document = await parseConfigText(text, { format, filename: "<docs>" });
  const hasHooks = document.ok && Object.hasOwn(document.config ?? {}, "hooks");
  if (!hasHooks) return [];
  const loaded = await compileDocument(document, { env: {} });
  if (loaded.ok) await loaded.close(0);
  return loaded.problems
    .filter(({ code, severity }) => LINTS.has(code) && severity !== "hint")
    .map(({ code, path }) => `${place} ${code} ${path.join(".")}`);
}

test("no config with a host of the docs and examples has answers that go to nobody", {
  tags: "DEL-3",
}, async () => {
  const hosted = findConfigs().filter(({ text }) => /^ *"?host"?:/m.test(text));
  const found = await Promise.all(
    hosted.map(async ({ text, format, place }) => {
      const file = join(createTempDir({ [`hooks.${format}`]: text }), `hooks.${format}`);
      const io = createTestIo({ env: {} });
      await run(["check", file], io);
      return io.stdout.text().includes("recipient_missing") ? [place] : [];
    }),
  );
  expect(hosted.length).toBeGreaterThan(0);
  expect(found.flat()).toEqual([]);
});

test("safeCompileHooks() has no warning of a probable mistake for any config of the docs and examples", async () => {
  const configs = findConfigs();
  expect(configs.length).toBeGreaterThan(60);
  expect((await Promise.all(configs.map(warningsOf))).flat()).toEqual([]);
});
