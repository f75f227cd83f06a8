// The pages for a first hour, done as a new user does them: every command, in an empty folder.
import { test } from "vitest";
import { followPage } from "./tools/follow-page.ts";

test(
  "docs/first-mapping.md leads from an empty folder to a mapping that takes an event",
  {
    timeout: 120_000,
  },
  () => followPage("docs/first-mapping.md", { fails: /^ {2}Not found: /m }),
);

test(
  "docs/first-signed-webhook.md leads from an empty folder to verified webhooks",
  {
    timeout: 120_000,
  },
  () => followPage("docs/first-signed-webhook.md", { fails: /^refused/ }),
);
