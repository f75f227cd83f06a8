// The optional package for mail, or how to install it.
import { CliError } from "../../cli-error.ts";

/** Everything that names the package in an import is imported after this. */
export async function requireGmail(): Promise<void> {
  try {
    await import("@hookwright/gmail");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CliError("The package @hookwright/gmail is not installed.", {
      hint: "Run npm install @hookwright/gmail beside hookwright.",
    });
  }
}
