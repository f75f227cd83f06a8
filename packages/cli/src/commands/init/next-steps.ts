// What was made → what the operator does next: at the provider, and here.
import type { Recipe } from "@hookwright/samples";
import { createStyle } from "../../output/style.ts";
import { plainText } from "./plain-text.ts";
import { HOOK_TOKEN, listVariables } from "./plan-files.ts";

export interface NextSteps {
  readonly recipes: readonly Recipe[];
  /** `hooks.yaml` */
  readonly config: string;
  /** The file of a sample that becomes an action, as the commands name it. */
  readonly event: string;
  /** Relative to the working directory; "" where they are the same. */
  readonly folder: string;
  /** Whether `.env` has a token. */
  readonly hasToken: boolean;
  /** How the reader starts the command: `npx hookwright` where it is installed in a folder only. */
  readonly command: string;
  readonly color: boolean;
}

export function nextStepsToText(steps: NextSteps): string {
  const { recipes, config, event, folder, hasToken, command, color } = steps;
  const style = createStyle(color);
  const atProviders = recipes.flatMap(({ title, steps: atProvider }) => [
    style.title(`At ${title}`),
    indent(plainText(atProvider)),
    "",
  ]);
  const variables = listVariables(recipes);
  const width = Math.max(...variables.map(({ name }) => name.length));
  const secrets = variables.map(
    ({ name, where }) =>
      `${name.padEnd(width)}  ${hasToken && name === HOOK_TOKEN ? "is there" : plainText(where)}`,
  );
  const commands = [
    ...(folder === "" ? [] : [`cd ${folder}`]),
    ...(hasToken ? [] : ["cp .env.example .env          # and write the secrets into it"]),
    `${command} explain ${config} --event ${event}`,
    `${command} test`,
    `${ENVIRONMENT} ${command} serve ${config}`,
  ];
  const sends = `${ENVIRONMENT} ${command} send --config ${config} --event-file ${event} --to http://127.0.0.1:18790`;
  return [
    ...atProviders,
    style.title("The secrets, in .env"),
    indent(secrets.join("\n")),
    "",
    style.title("Here"),
    indent(commands.join("\n")),
    "",
    style.title("In a second terminal: the same event, as the provider would send it"),
    indent(sends),
    "",
  ].join("\n");
}

const ENVIRONMENT = "set -a; . ./.env; set +a;";

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
