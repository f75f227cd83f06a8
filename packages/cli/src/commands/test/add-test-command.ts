// The command line → the command that runs the tests of configs.
import { type Command, Option } from "commander";
import { TEST_EXAMPLES } from "../../help-texts.ts";
import type { Io } from "../../io.ts";
import { JSON_OPTION } from "../shared-options.ts";
import { addCoverOptions } from "./cover/add-cover-options.ts";
import { addMutateOptions } from "./mutate/add-mutate-options.ts";

/** The action is imported when it runs, as in program.ts. */
export function addTestCommand(program: Command, io: Io, finish: (exitCode: number) => void): void {
  const command = program
    .command("test")
    .description("Run the test files of configs: events, and what is expected of them.")
    .argument("[files...]", "test files or folders (default: this folder, three levels deep)")
    .option("--filter <text>", "only cases whose name contains the text, in any letter case")
    .option("--update", "write changed snapshots, and remove those of no case")
    .option("--bail", "stop behind the first case that fails")
    .option("--watch", "run again when a test, an event or the config changes")
    .addOption(
      new Option("--reporter <name>", "form of the report")
        .choices(["human", "tap", "junit", "json"])
        .default("human"),
    )
    .addOption(
      new Option("--transforms <what>", "leave modules to their stubs, or run them with effects")
        .choices(["stub", "run"])
        .default("stub"),
    )
    .option("--verbose", "also list the cases that pass, with their times")
    .option(...JSON_OPTION);
  addMutateOptions(addCoverOptions(command))
    .addHelpText("after", TEST_EXAMPLES)
    .action(async (files, options) => {
      const command = await import("./test.ts");
      finish(await command.test(files, options, io));
    });
}
