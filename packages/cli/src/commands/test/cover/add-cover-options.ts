// The command "test" → the same with the options of coverage.
import type { Command } from "commander";
import { createUsageError } from "../../../cli-error.ts";

/** Before them stand the options of the runner. */
export function addCoverOptions(command: Command): Command {
  return command
    .option(
      "--coverage [form]",
      "what the cases cover of the config: text; html, lcov and json go into the folder coverage",
      parseForm,
    )
    .option("--min-coverage <floors>", "fail below these percentages: 80, or 80,branches=90")
    .option("--suggest", "write the cheapest cases for what is missing, to be reviewed");
}

const FORMS = ["text", "html", "lcov", "json"];

function parseForm(form: string): string {
  if (FORMS.includes(form)) return form;
  throw createUsageError(`"${form}" is no form of coverage.`, `Write one of ${FORMS.join(", ")}.`);
}
