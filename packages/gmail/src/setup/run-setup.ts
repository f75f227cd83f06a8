// An account and a config → everything that its mail flow needs, step by step; existing things are kept.

import { readMember } from "@hookwright/base";
import { readTextIfThere } from "@hookwright/node-kit/files";
import { parseClientFile, parseCredentials, readLogin } from "../google/auth/credentials.ts";
import type { MailFailure } from "../model/failure.ts";
import { accountFolderOf, prepareFolder } from "../state/prepare-folder.ts";
import { chooseNames, type SetupNames } from "./choose-names.ts";
import { addChosen, readJournal, writeJournal } from "./journal.ts";
import { planConfig } from "./plan-config.ts";
import { type ExistingConfig, readExisting } from "./read-existing.ts";
import { readSecretFile } from "./secret-file.ts";
import type { SetupContext, SetupStep } from "./setup-context.ts";
import type { SetupOptions, SetupResult, StepId } from "./setup-options.ts";
import { checkStep, configStep } from "./steps/config.ts";
import { loginStep } from "./steps/login.ts";
import { subscriptionStep } from "./steps/subscription.ts";
import { publisherStep, topicStep, watchStep } from "./steps/topic.ts";

/**
 * Sets up the mail flow of one account. Every step checks what exists and creates what is missing, so that an
 * interrupted command can be repeated. Never rejects.
 */
export async function runSetup(options: SetupOptions): Promise<SetupResult> {
  const folder = accountFolderOf(options.stateFolder, options.account);
  if (folder === undefined) return fail("start", invalid("The account is not a mail address."));
  const existing = await readExisting(options.configPath);
  if (!existing.ok) return fail("start", existing.failure);
  const journal = await readJournal(folder);
  const project = await findProject(options, { existing: existing.value, folder });
  const choices = { ...options, ...addChosen(options, journal) };
  const names = chooseNames(choices, { existing: existing.value, project });
  if (!names.ok) return fail("start", names.failure);
  const context: SetupContext = {
    options: choices,
    names: names.value,
    existing: existing.value,
    folder,
    session: {},
    notes: [],
  };
  const steps = listSteps(context);
  if (options.isDryRun === true) {
    for (const { id, title } of steps) options.tell({ step: id, state: "planned", message: title });
    return succeed(names.value, []);
  }
  const problem = await prepareFolder(folder);
  if (problem !== undefined) return fail("start", invalid(problem.message, problem.hint));
  return runSteps(steps, context);
}

function listSteps(context: SetupContext): readonly SetupStep[] {
  const { options, names, existing } = context;
  const { account, label, pubsub } = names;
  return [
    loginStep(account, isGiven(options, existing)),
    ...(pubsub === undefined
      ? []
      : [
          topicStep(pubsub.topic),
          publisherStep(pubsub.topic),
          subscriptionStep(pubsub),
          watchStep(pubsub.topic, label),
        ]),
    configStep(planConfig(context), options.configPath),
    checkStep(options.configPath),
  ];
}

function isGiven({ credentialsPath }: SetupOptions, { gmail }: ExistingConfig): boolean {
  return credentialsPath !== undefined || readMember(gmail, "credentials") !== undefined;
}

async function runSteps(steps: readonly SetupStep[], context: SetupContext): Promise<SetupResult> {
  const { options, names, folder } = context;
  const ids: StepId[] = [];
  for (const { id, title, run } of steps) {
    if (options.signal.aborted)
      return fail(id, invalid("It was stopped.", "Run it again: it continues here."));
    options.tell({ step: id, state: "begun", message: title });
    try {
      const result = await run(context);
      if (!result.ok) return fail(id, result.failure);
      ids.push(id);
      await writeJournal(folder, names, ids);
      options.tell({ step: id, state: "done", message: result.value });
    } catch (error) {
      // An error of the file system: its message contains no file content.
      return fail(
        id,
        invalid(`${title} failed: ${error instanceof Error ? error.message : error}.`),
      );
    }
  }
  return succeed(names, context.notes);
}

/** The project of the client file, the credentials, or the previous login. */
async function findProject(
  options: SetupOptions,
  { existing, folder }: Pick<SetupContext, "existing" | "folder">,
): Promise<string | undefined> {
  const { clientPath, credentialsPath, account } = options;
  const clientText = clientPath && (await readTextIfThere(clientPath).catch(() => undefined));
  const client = clientText ? parseClientFile(clientText) : undefined;
  if (client?.ok) return client.value.project;
  const { gmail, providers } = existing;
  const text = credentialsPath
    ? await readTextIfThere(credentialsPath).catch(() => undefined)
    : readSecretFile(readMember(gmail, "credentials"), { ...options, providers });
  const credentials = text ? parseCredentials(text) : await readLogin(folder, account);
  if (!credentials.ok) return undefined;
  const { value } = credentials;
  if (value.type === "service_account" || value.projectId !== undefined) return value.projectId;
  // A client id begins with the number of its project.
  return /^(\d+)-/.exec(value.clientId)?.[1];
}

function succeed({ account, mode, pubsub }: SetupNames, notes: readonly string[]): SetupResult {
  const names = pubsub && { topic: pubsub.topic, subscription: pubsub.subscription };
  return { ok: true, account, mode, ...names, notes };
}

function fail(step: StepId | "start", failure: MailFailure): SetupResult {
  return { ok: false, step, failure };
}

function invalid(message: string, hint?: string): MailFailure {
  return { code: "invalid", message, ...(hint !== undefined && { hint }) };
}
