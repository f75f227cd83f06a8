// What was made → what the operator does next: at the provider, and here.
import type { Recipe } from "@hookwright/samples";
import { createStyle } from "../../output/style.ts";

export interface NextSteps {
  readonly recipes: readonly Recipe[];
  /** `hooks.yaml` */
  readonly config: string;
  /** Relative to the working directory; "" where they are the same. */
  readonly folder: string;
  /** Whether `.env` has a token. */
  readonly hasToken: boolean;
  /** How the reader starts the command: `npx hookwright` where it is installed in a folder only. */
  readonly command: string;
  readonly color: boolean;
}

export function nextStepsToText(steps: NextSteps): string {
  const { recipes, config, folder, hasToken, command, color } = steps;
  const style = createStyle(color);
  const [sample = ""] = recipes[0]?.samples ?? [];
  const atProviders = recipes.flatMap(({ title, steps: atProvider }) => [
    style.title(`At ${title}`),
    indent(plainText(atProvider)),
    "",
  ]);
  const commands = [
    ...(folder === "" ? [] : [`cd ${folder}`]),
    ...(hasToken ? [] : ["cp .env.example .env          # and write a token into it"]),
    `${command} explain ${config} --event events/${sample}.event.json`,
    `${command} test`,
    `set -a; . ./.env; set +a; ${command} serve ${config}`,
  ];
  return [...atProviders, style.title("Here"), indent(commands.join("\n")), ""].join("\n");
}

/** Markdown without its marks: the steps are shown in a terminal. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^```\w*\n?/gm, "")
    .replaceAll("**", "")
    .replaceAll("`", "")
    .trim();
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
