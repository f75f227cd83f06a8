// Recipes → the text of one config, with the comments of all.
import type { Recipe, RecipePiece } from "@hookwright/samples";

export type ConfigFormat = "json5" | "yaml" | "json";

export interface ConfigChoices {
  readonly recipes: readonly Recipe[];
  readonly format: ConfigFormat;
  /** The channel for answers; undefined: where the main session answered last. */
  readonly channel: string | undefined;
  /** Whether the config names the schema for editors. */
  readonly namesSchema: boolean;
}

/** Where npm puts the schema, for editors. */
const SCHEMA = "./node_modules/@hookwright/core/schema/hooks.schema.json";

const ABOUT =
  "What arrives at /hooks/<name>, and what it becomes. Change it as you like; hookwright check checks it.";
const SECRET = "The secrets are in .env. This one opens every hook without its own auth.";

export function composeConfig(choices: ConfigChoices): string {
  switch (choices.format) {
    case "json5":
      return composeJson5(choices);
    case "yaml":
      return composeYaml(choices);
    default:
      return composeJson(choices);
  }
}

function composeJson5({ recipes, channel }: ConfigChoices): string {
  const partials = partialsOf(recipes).map(({ json5 }) => json5);
  const mappings = recipes.map(({ title, mappings, hooks }) =>
    [
      `      // ${title}`,
      ...mappings.map((piece, index) => json5With(channel, piece, hooks.mappings[index])),
    ].join("\n"),
  );
  return [
    `// ${ABOUT}`,
    "{",
    "  hooks: {",
    "    enabled: true,",
    `    // ${SECRET}`,
    '    token: { env: "HOOK_TOKEN" },',
    '    templates: { emptyLines: "drop" },',
    ...(partials.length === 0 ? [] : ["    partials: {", ...partials, "    },"]),
    "    mappings: [",
    ...mappings,
    "    ],",
    "  },",
    "}",
    "",
  ].join("\n");
}

function composeYaml({ recipes, channel, namesSchema }: ConfigChoices): string {
  const partials = partialsOf(recipes).map(({ yaml }) => yaml);
  const mappings = recipes.map(({ title, mappings, hooks }) =>
    [
      `    # ${title}`,
      ...mappings.map((piece, index) => yamlWith(channel, piece, hooks.mappings[index])),
    ].join("\n"),
  );
  return [
    ...(namesSchema ? [`# yaml-language-server: $schema=${SCHEMA}`] : []),
    `# ${ABOUT}`,
    "hooks:",
    "  enabled: true",
    `  # ${SECRET}`,
    "  token: { env: HOOK_TOKEN }",
    "  templates: { emptyLines: drop }",
    ...(partials.length === 0 ? [] : ["  partials:", ...partials]),
    "  mappings:",
    ...mappings,
    "",
  ].join("\n");
}

function composeJson({ recipes, channel, namesSchema }: ConfigChoices): string {
  const partials = Object.assign({}, ...recipes.map(({ hooks }) => hooks.partials));
  const mappings = recipes.flatMap(({ hooks }) =>
    hooks.mappings.map((mapping) => {
      const { id, ...rest } = mapping;
      return answers(mapping) && channel !== undefined ? { id, channel, ...rest } : mapping;
    }),
  );
  const hooks = {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    templates: { emptyLines: "drop" },
    ...(Object.keys(partials).length > 0 && { partials }),
    mappings,
  };
  const config = { ...(namesSchema && { $schema: SCHEMA }), hooks };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Each once: recipes that have a partial of one name have the same text. */
function partialsOf(recipes: readonly Recipe[]): readonly RecipePiece[] {
  const byName = new Map(recipes.flatMap(({ partials }) => partials.map((one) => [one.name, one])));
  return [...byName.values()];
}

type Mapping = Readonly<Record<string, unknown>>;

/** Whether the run of a mapping is delivered, to a channel that the recipe does not name. */
function answers({ action, skip, deliver, channel }: Mapping = {}): boolean {
  return action !== "wake" && skip !== true && deliver !== false && channel === undefined;
}

/** The id is the first key of every recipe's mapping. */
function json5With(channel: string | undefined, { json5 }: RecipePiece, mapping?: Mapping): string {
  if (channel === undefined || !answers(mapping)) return json5;
  return json5.replace(
    /^(\s*(?:\{ )?)(id: "[^"]*",)( |\n)/m,
    (_, before: string, id: string, after: string) =>
      after === "\n"
        ? `${before}${id}\n${before}channel: ${JSON.stringify(channel)},\n`
        : `${before}${id} channel: ${JSON.stringify(channel)}, `,
  );
}

function yamlWith(channel: string | undefined, { yaml }: RecipePiece, mapping?: Mapping): string {
  if (channel === undefined || !answers(mapping)) return yaml;
  return yaml.replace(/^ {4}- id: .*$/m, (line) => `${line}\n      channel: ${channel}`);
}
