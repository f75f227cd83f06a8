// A config as a comparable gateway's wizard wrote it, unchanged, and a poster that sends what its watcher sends.
import { expect, test } from "vitest";
import { createTempFile } from "../../../tools/test-support/temp-dir.ts";
import { startServe } from "../../cli/test/support/start-serve.ts";
import { type GogMessage, gogBody, type PostAnswer, postAsGog } from "./support/post-as-gog.ts";
import { HOOK_TOKEN, wizardConfig } from "./support/wizard-config.ts";

const MAIL: GogMessage = {
  id: "18c0a1b2c3d4e5f6",
  threadId: "18c0a1b2c3d4e5f6",
  from: "Ann <ann@x.org>",
  to: "you@gmail.com",
  subject: "Hi",
  date: "2026-01-04 06:25",
  snippet: "It&#39;s here & now",
  body: "It's <here> & now",
  bodyTruncated: true,
  labels: ["UNREAD", "INBOX"],
};

interface Action {
  readonly mappingId: string;
  readonly action: { readonly sessionKey: string; readonly message: string; readonly name: string };
}

interface Served {
  readonly post: (messages: readonly GogMessage[], more?: object) => Promise<PostAnswer>;
  readonly actions: () => readonly Action[];
  readonly log: () => string;
}

async function serveWizardConfig(): Promise<Served> {
  const file = createTempFile("gateway.json", wizardConfig());
  const { url, io } = await startServe(["--config", file]);
  return {
    post: (messages, more) => postAsGog(`${url}/gmail`, HOOK_TOKEN, gogBody(messages, more)),
    actions: () =>
      io.stdout
        .text()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    log: () => io.stderr.text(),
  };
}

test("a mail of an existing watcher starts a run of the preset", async () => {
  const { post, actions, log } = await serveWizardConfig();
  expect((await post([MAIL])).status).toBe(202);
  const [first] = actions();
  expect(first?.action).toMatchObject({
    kind: "agent",
    name: "Gmail",
    wakeMode: "now",
    sessionKey: "hook:gmail:18c0a1b2c3d4e5f6",
  });
  for (const part of ["Ann <ann@x.org>", "Hi", "It's <here> & now"]) {
    expect(first?.action.message).toContain(part);
  }
  expect(log()).not.toContain(HOOK_TOKEN);
  expect(log()).not.toMatch(/^error/m);
});

test("each mail of a batch is a run, and a batch that comes again starts none", async () => {
  const { post, actions } = await serveWizardConfig();
  const batch = ["a", "b", "c"].map((id) => ({ ...MAIL, id, threadId: id }));
  expect((await post(batch)).status).toBe(202);
  const keys = (): readonly string[] => actions().map(({ action }) => action.sessionKey);
  expect(keys()).toEqual(["hook:gmail:a", "hook:gmail:b", "hook:gmail:c"]);
  expect((await post(batch)).status).toBe(202);
  // Cut differently, as after a crash.
  expect((await post(batch.slice(1))).status).toBe(202);
  expect(keys()).toHaveLength(3);
});

test("an empty list, fields that are left out, and deleted mails are fine", async () => {
  const { post, actions } = await serveWizardConfig();
  expect((await post([])).status).toBe(204);
  expect((await post([], { deletedMessageIds: ["a"] })).status).toBe(204);
  expect((await post([{ id: "bare", threadId: "bare" }])).status).toBe(202);
  expect(actions().map(({ action }) => action.sessionKey)).toEqual(["hook:gmail:bare"]);
});
