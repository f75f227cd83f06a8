// Real files → documents, or why they cannot be read.
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { loadConfigFile } from "./load-config-file.ts";

test("loadConfigFile() reads a file in the format of its name", async () => {
  const dir = createTempDir({ "a.json5": "{a: 1}", "b.yaml": "a: 1", "c.json": "\uFEFF{}" });
  for (const name of ["a.json5", "b.yaml"]) {
    const path = join(dir, name);
    expect(await loadConfigFile(path)).toMatchObject({
      ok: true,
      config: { a: 1 },
      filename: path,
      files: [path],
    });
  }
  expect(await loadConfigFile(join(dir, "c.json"))).toMatchObject({ ok: true });
});

test("loadConfigFile() lists a link and its target", async () => {
  const dir = createTempDir({ "a.json5": "{}" });
  const [link, file] = [join(dir, "link.json5"), join(dir, "a.json5")];
  symlinkSync(file, link);
  expect((await loadConfigFile(link)).files).toEqual([link, file]);
});

test("loadConfigFile() reports a syntax error", async () => {
  const path = join(createTempDir({ "a.json": "{\n  a: @ }" }), "a.json");
  expect(await loadConfigFile(path)).toMatchObject({
    ok: false,
    problems: [{ code: "config_syntax", position: { line: 2, column: 6 } }],
    source: "{\n  a: @ }",
    filename: path,
    files: [path],
  });
});

test.each([
  ["none.json", "there is no such file"],
  ["plain.txt/none.json", "there is no such file"],
  ["folder", "it is not a regular file"],
  ["bytes.json", "it is not UTF-8 text"],
  ["large.json", "it is larger than 16777216 bytes"],
  ["a\0b", "the system says ERR_INVALID_ARG_VALUE"],
])("loadConfigFile() says why %j cannot be read", async (name, reason) => {
  const files = { "plain.txt": "", "bytes.json": Buffer.from([0x7b, 0xff]), "large.json": "" };
  const dir = createTempDir(files);
  mkdirSync(join(dir, "folder"));
  truncateSync(join(dir, "large.json"), 16 * 1024 * 1024 + 1);
  const path = join(dir, name);
  const message = `The config file cannot be read: ${reason}.`;
  expect(await loadConfigFile(path)).toEqual({
    ok: false,
    problems: [{ code: "config_unreadable", severity: "error", path: [], message }],
    filename: path,
    files: [path],
  });
});
