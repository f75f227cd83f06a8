// The result of the setup → it is in the config, which can be served; otherwise the config is restored.

import { rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { jsonFromText, readMember, readTextMember } from "@hookwright/base";
import { setValue } from "@hookwright/config";
import { readTextIfThere, replaceFile, writeDurable } from "@hookwright/node-kit/files";
import type { MailResult } from "../../model/source.ts";
import { HOOK_TOKEN_FILE, PUSH_TOKEN_FILE } from "../plan-config.ts";
import { readOrMakeSecret } from "../secret-file.ts";
import { done, type SetupContext, type SetupStep } from "../setup-context.ts";
import type { SetupChange } from "../setup-options.ts";

export function configStep(changes: readonly SetupChange[], path: string): SetupStep {
  const names = changes.map((change) => change.path.join(".")).join(", ");
  return {
    id: "config",
    title: changes.length === 0 ? `Leave ${path} as it is` : `Set ${names} in ${path}`,
    run: async (context) => {
      if (readMember(context.existing.hooks, "enabled") === false) {
        context.notes.push("hooks.enabled is false: nothing is served until it is true.");
      }
      if (changes.length === 0) return done("Nothing is missing.");
      const before = await readTextIfThere(path);
      const edited = await edit(before ?? startOf(path), { changes, path });
      if (!edited.ok) return edited;
      await makeSecrets(context, changes);
      await keepBackup(context.folder, { path, before: before ?? null, after: edited.value });
      await replaceFile(path, edited.value);
      return done("It is written.");
    },
  };
}

interface Edit {
  readonly changes: readonly SetupChange[];
  readonly path: string;
}

async function edit(text: string, { changes, path }: Edit): Promise<MailResult<string>> {
  let edited = text;
  for (const change of changes) {
    const result = await setValue(edited, { ...change, filename: path });
    if (!result.ok) {
      const values = changes.map((one) => `${one.path.join(".")} = ${JSON.stringify(one.value)}`);
      return {
        ok: false,
        failure: {
          code: "invalid",
          message: result.message,
          hint: `Set this manually, then run it again: ${values.join("; ")}`,
        },
      };
    }
    edited = result.text;
  }
  return done(edited);
}

/** The text of a new config. */
function startOf(path: string): string {
  const format = extname(path).toLowerCase();
  if (format === ".yaml" || format === ".yml") return "hooks:\n  enabled: true\n";
  if (format === ".json") return '{\n  "hooks": {\n    "enabled": true\n  }\n}\n';
  return "{\n  hooks: {\n    enabled: true,\n  },\n}\n";
}

/** Written before the config that refers to them. */
async function makeSecrets(
  { options, folder }: SetupContext,
  changes: readonly SetupChange[],
): Promise<void> {
  const text = JSON.stringify(changes.map(({ value }) => value));
  if (text.includes(`/${HOOK_TOKEN_FILE}"`)) {
    await readOrMakeSecret(join(options.stateFolder, HOOK_TOKEN_FILE));
  }
  if (text.includes(`/${PUSH_TOKEN_FILE}"`)) await readOrMakeSecret(join(folder, PUSH_TOKEN_FILE));
}

export function checkStep(path: string): SetupStep {
  return {
    id: "check",
    title: `Check ${path} as serve would, and take the change back if it cannot be served`,
    run: async ({ options, folder }) => {
      const report = await options.checkConfig(path);
      if (report === undefined) {
        await dropBackup(folder);
        return done("It can be served.");
      }
      const isRestored = await restoreBackup(folder, path);
      const after = isRestored ? " The config is again what it was." : "";
      return {
        ok: false,
        failure: {
          code: "invalid",
          message: `The config cannot be served.${after}`,
          hint: `Fix this first:\n${report}`,
        },
      };
    },
  };
}

/** With mode 0600, because the config may contain secrets. */
const BACKUP_FILE = "config-before.json";

interface Backup {
  readonly path: string;
  /** Null: the file did not exist. */
  readonly before: string | null;
  readonly after: string;
}

/** If an edit is interrupted before its check, the earlier text is kept. */
async function keepBackup(folder: string, { path, before, after }: Backup): Promise<void> {
  const older = await readBackup(folder);
  const isContinued = older?.path === path && older.after === before;
  const backup: Backup = { path, before: isContinued ? older.before : before, after };
  await writeDurable(join(folder, BACKUP_FILE), JSON.stringify(backup));
}

/** True if the config was restored. A config that somebody changed meanwhile is not touched. */
async function restoreBackup(folder: string, path: string): Promise<boolean> {
  const backup = await readBackup(folder);
  const isOurs = backup?.path === path && (await readTextIfThere(path)) === backup.after;
  if (isOurs && backup.before === null) await rm(path);
  else if (isOurs && backup.before !== null) await replaceFile(path, backup.before);
  await dropBackup(folder);
  return isOurs;
}

async function dropBackup(folder: string): Promise<void> {
  await rm(join(folder, BACKUP_FILE), { force: true });
}

async function readBackup(folder: string): Promise<Backup | undefined> {
  const json = jsonFromText((await readTextIfThere(join(folder, BACKUP_FILE))) ?? "");
  const path = readTextMember(json, "path");
  const after = readTextMember(json, "after");
  const before = readMember(json, "before");
  if (path === undefined || after === undefined) return undefined;
  return { path, after, before: typeof before === "string" ? before : null };
}
