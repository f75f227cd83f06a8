// The pages for a first hour, done as a new user does them: every command, in an empty folder.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { noProgram, skipTitle } from "../tools/shared/skip-title.mjs";
import { readFences } from "./tools/fences.ts";
import { followPage } from "./tools/follow-page.ts";

const noCurl = noProgram("curl", "openssl");
const noOpenssl = noProgram("openssl");
const noGit = noProgram("git");

test.skipIf(noCurl !== undefined)(
  skipTitle(
    "docs/first-mapping.md leads from an empty folder to a mapping that takes an event",
    noCurl,
  ),
  {
    timeout: 120_000,
  },
  () => followPage("docs/first-mapping.md", { fails: /^ {2}Not found: /m }),
);

test.skipIf(noOpenssl !== undefined)(
  skipTitle(
    "docs/first-signed-webhook.md leads from an empty folder to verified webhooks",
    noOpenssl,
  ),
  {
    timeout: 120_000,
  },
  () => followPage("docs/first-signed-webhook.md", { fails: /^refused/ }),
);

test.skipIf(noGit !== undefined)(
  skipTitle("docs/testing-first.md leads from an empty folder to a tested mapping", noGit),
  {
    timeout: 120_000,
  },
  () =>
    followPage("docs/testing-first.md", { fails: /^\d+ of \d+ cases failed|^Exit 1/m, servers: 0 }),
);

test("docs/testing-first.md says how many commands and edits it takes", async () => {
  const page = await readFile(new URL("testing-first.md", import.meta.url), "utf8");
  const fences = readFences(page);
  const commands = fences.flatMap(({ language, code }) =>
    language === "sh" ? code.trim().split("\n") : [],
  );
  const edits = fences.filter(({ language }) => language === "yaml" || language === "diff");
  expect([commands.length, edits.length]).toEqual([20, 7]);
  expect(page).toContain("It takes 20 commands and seven edits of files");
});
