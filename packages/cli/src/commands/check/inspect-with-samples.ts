// The built-in samples → what looks at a config with those of the providers that its paths and auths name.
import type { HooksLoadOptions } from "@hookwright/config";
import type { HookEvent, Problem } from "@hookwright/core";
import { FIXED_PORTS, findInEvents } from "@hookwright/core/testing";

/** What a sample proves: that the field stands elsewhere. A field that no sample has may exist. */
const PROVEN: ReadonlySet<string> = new Set(["template_root_missing", "template_block_field"]);

/** Hints only: an author may know events that the samples do not have. */
export const inspectWithSamples: NonNullable<HooksLoadOptions["inspect"]> = async (
  config,
  options,
) => {
  const events = await listEvents(config);
  if (events.length === 0) return [];
  const problems = await findInEvents(config, { events, compile: { ...options, ...FIXED_PORTS } });
  return problems.filter(({ code }) => PROVEN.has(code)).map(toHint);
};

function toHint(problem: Problem): Problem {
  const message = `${problem.message.slice(0, -1)} in the built-in samples.`;
  return { ...problem, severity: "hint", message };
}

/** Only templates with a tag of two names can have such a mistake. */
const NAMES = /\{\{[^}]*\w\.\w/;

async function listEvents(config: unknown): Promise<readonly HookEvent[]> {
  const { mappings = [] } = (config as WrittenConfig).hooks ?? {};
  const looked = mappings.filter(
    ({ messageTemplate = "", textTemplate = "" }) =>
      NAMES.test(messageTemplate) || NAMES.test(textTemplate),
  );
  if (looked.length === 0) return [];
  // Imported late: most configs name no provider that has samples.
  const { listSamples, sample } = await import("@hookwright/samples");
  const events = new Map<string, HookEvent>();
  for (const { match, auth } of looked) {
    const path = (match?.path ?? "").replaceAll(/^\/+|\/+$/g, "");
    for (const provider of new Set([path, auth?.provider ?? ""])) {
      if (path === "" || !PROVIDER.test(provider)) continue;
      for (const name of listSamples(provider)) {
        events.set(`${path} ${name}`, { ...sample(name), path });
      }
    }
  }
  return [...events.values()];
}

const PROVIDER = /^[a-z][\w-]*$/;

/** Of a config that compiles. */
interface WrittenConfig {
  readonly hooks?: {
    readonly mappings?: readonly {
      readonly match?: { readonly path?: string };
      readonly auth?: { readonly provider?: string };
      readonly messageTemplate?: string;
      readonly textTemplate?: string;
    }[];
  };
}
