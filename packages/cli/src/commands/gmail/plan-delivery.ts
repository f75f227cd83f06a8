// --deliver CHANNEL:TO and a config → the values by which the host sends answers about mail there.
import { loadConfigFile } from "@hookwright/config";
import { gmailPreset, type HooksInput, type MappingInput, type Problem } from "@hookwright/core";
import type { ConfigChange } from "@hookwright/gmail";
import { planRecipient } from "@hookwright/host";
import { CliError } from "../../cli-error.ts";
import { FOR_READING } from "../../config/load-config.ts";
import { readHostConfig } from "../../host/host-config.ts";
import type { Io } from "../../io.ts";
import { parseRecipient } from "../operate/parse-recipient.ts";

/** Throws where the config has no such channel, or the channel cannot read the recipient. */
export async function planDelivery(
  written: string,
  file: string,
  io: Io,
): Promise<readonly ConfigChange[]> {
  const wanted = parseRecipient(written, "--deliver");
  const report = await loadConfigFile(file);
  const { severities = {} } = FOR_READING;
  const { target, problems } = await readHostConfig(report, { io, severities });
  if (report.config === undefined || target === undefined || problems.some(isInTheWay)) {
    throw new CliError(`${file} cannot be read, or its settings of the host have errors.`, {
      hint: `Write the channel into it first. \`hookwright check ${file}\` names what is wrong.`,
    });
  }
  const plan = planRecipient(wanted, { config: report.config, ...target });
  if (!plan.ok) {
    throw new CliError("Answers cannot be delivered as --deliver says.", { hint: plan.reason });
  }
  const { hooks = {} } = report.config as { readonly hooks?: HooksInput };
  const { channel, path, isLast } = plan;
  const own = planOwn(hooks, { channel, to: wanted.to });
  if (own !== undefined) return own;
  // The mapping of the preset answers to `last`.
  if (isLast) return set(report.config, path, wanted.to);
  const [preset] = gmailPreset(hooks);
  const mapping = { ...preset, channel, to: wanted.to };
  return Array.isArray(hooks.mappings)
    ? [{ path: ["hooks", "mappings", hooks.mappings.length], value: mapping }]
    : [{ path: ["hooks", "mappings"], value: [mapping] }];
}

/** No delivery needs the runner, and what is wrong elsewhere may be the channel itself. */
function isInTheWay({ severity, path }: Problem): boolean {
  return severity === "error" && path[1] !== "runner";
}

/** Undefined where the operator has no mapping for mail: then that of the preset takes it. */
function planOwn(
  hooks: HooksInput,
  delivery: { readonly channel: string; readonly to: string },
): readonly ConfigChange[] | undefined {
  const mappings: readonly unknown[] = Array.isArray(hooks.mappings) ? hooks.mappings : [];
  const places = mappings.flatMap((mapping, index) => (isForMail(mapping) ? [index] : []));
  if (places.length === 0) return undefined;
  return places.flatMap((index) =>
    Object.entries(delivery).flatMap(([key, value]) =>
      set({ hooks }, ["hooks", "mappings", index, key], value),
    ),
  );
}

/** Not checked yet, so that anything may stand there. */
function isForMail(mapping: unknown): boolean {
  const { action, skip, match } = (mapping ?? {}) as Partial<MappingInput>;
  const path: unknown = match?.path;
  const name = typeof path === "string" ? path.trim().replace(/^\/+|\/+$/g, "") : "";
  return name === "gmail" && action !== "wake" && skip !== true;
}

function set(config: unknown, path: ConfigChange["path"], value: string): readonly ConfigChange[] {
  const before = path.reduce<unknown>(
    (holder, key) => (holder as Record<string | number, unknown> | undefined)?.[key],
    config,
  );
  return before === value ? [] : [{ path, value }];
}
