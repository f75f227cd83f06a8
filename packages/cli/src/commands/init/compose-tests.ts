// A composed config and the samples of its recipes → the test file beside it: a case for each event.
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookwrightConfigInput, type Resolution } from "@hookwright/core";
import { type Recipe, sample } from "@hookwright/samples";
import { FIXED_PORTS } from "@hookwright/testing";

export interface ComposedConfig {
  readonly text: string;
  /** `hooks.yaml` */
  readonly filename: string;
}

const ABOUT = `# What becomes of each event. hookwright test compares it with the files below __snapshots__; after a
# change that you want, hookwright test --update writes them anew.`;

export interface ComposedTests {
  readonly text: string;
  /** The first sample that becomes an action: `github/push`. */
  readonly shown: string;
}

export async function composeTests(
  { text, filename }: ComposedConfig,
  recipes: readonly Recipe[],
): Promise<ComposedTests> {
  const document = await parseConfigText(text, { filename });
  const config = document.config as HookwrightConfigInput;
  const hooks = compileHooks(config, { ...FIXED_PORTS, ...WITHOUT_SECRETS });
  const resolved = await Promise.all(
    recipes.flatMap(({ title, samples }) =>
      samples.map(async (name) => ({ title, name, resolution: await hooks.resolve(sample(name)) })),
    ),
  );
  const cases = resolved.map(({ resolution, ...named }) => caseOf(named, resolution));
  const acts = resolved.find(({ resolution: { outcome } }) => ACTS.has(outcome));
  return {
    text: `${ABOUT}\nconfig: ${filename}\ncases:\n${cases.join("")}`,
    shown: (acts ?? resolved[0])?.name ?? "",
  };
}

const ACTS: ReadonlySet<string> = new Set(["action", "batch"]);

/** What an event becomes depends on no secret. */
const WITHOUT_SECRETS = {
  secrets: () => undefined,
  severities: { secret_missing: "warning" },
} as const;

interface NamedSample {
  readonly title: string;
  /** `github/push-first` */
  readonly name: string;
}

/** Every character of a name can stand in the name of a file: "GitHub push" has the snapshot "GitHub push.md". */
function caseOf({ title, name }: NamedSample, resolution: Resolution): string {
  const what = name.slice(name.indexOf("/") + 1).replaceAll("-", " ");
  return [
    `  - name: ${title} ${what}`,
    `    event: events/${name}.event.json`,
    `    expect: { ${expectationOf(resolution)} }`,
    "",
  ].join("\n");
}

function expectationOf(resolution: Resolution): string {
  const mapping = "mappingId" in resolution ? [`mapping: ${resolution.mappingId}`] : [];
  const { outcome } = resolution;
  if (ACTS.has(outcome)) return [...mapping, "snapshot: true"].join(", ");
  return [`becomes: ${outcome}`, ...mapping].join(", ");
}
