// The command line → the command that compares two configs.
import type { Command } from "commander";
import { chooseConfig } from "../../config/choose-config.ts";
import type { Io } from "../../io.ts";
import { JSON_OPTION } from "../shared-options.ts";

const EXAMPLES = `
Examples:
  hookwright diff hooks.json5 next.json5 --events events
  hookwright diff git:HEAD hooks.json5 --events events
  hookwright diff git:v1.2:config/hooks.yaml config/hooks.yaml --events all.ndjson --allow text,fields
  hookwright diff git:origin/main hooks.json5 --events events --allow new:ci-failed --report diff.html

Both configs resolve every event with the same clock and ids. Tokens and secrets are not compared. The
transforms of mappings are left out, on both sides.

Exit code: 0 if nothing differs but what --allow names, 1 if something does, 2 if the command line, a
config or an event is wrong. Without --events, what differs among the mappings decides.
`;

export function addDiff(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("diff")
    .description("Show what another version of a config makes of recorded events.")
    .argument("<old>", "config, or git:REF[:PATH] for one of an earlier commit")
    .argument(
      "[new]",
      "config, or git:REF[:PATH] (default: hooks.yaml, .json5 or .json in this folder)",
    )
    .option("--events <path>", "folder with event files, or a file of events")
    .option(
      "--allow <classes>",
      "differences that are fine: text,fields or new:kuma-up; may be repeated",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option("--report <file>", "also write the differences as a page of HTML, without scripts")
    .option(...JSON_OPTION)
    .addHelpText("after", EXAMPLES)
    .action(async (before, after, options) => {
      const { diff } = await import("./diff.ts");
      finish(await diff({ before, after: chooseConfig(after, {}), ...options }, io));
    });
}
