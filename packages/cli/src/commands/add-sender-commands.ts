// The command line → the commands about senders: verify explains a captured request, send sends a sample.
import { type Command, Option } from "commander";
import { chooseConfig, nameConfig } from "../config/choose-config.ts";
import { SEND_EXAMPLES, VERIFY_EXAMPLES } from "../help-texts.ts";
import type { Io } from "../io.ts";
import { JSON_OPTION } from "./shared-options.ts";

/** Each action is imported when it runs, as in program.ts. */
export function addSenderCommands(
  program: Command,
  io: Io,
  finish: (exitCode: number) => void,
): void {
  const verify = program
    .command("verify")
    .description("Explain why a captured request passes the check of its sender, or does not.")
    .argument(
      "[config]",
      "with --name, in place of a provider: the auth of a mapping (default: hooks.yaml, .json5 or .json in this folder)",
    )
    .addOption(new Option("--config <file>").hideHelp())
    .requiredOption("--http <file>", "the request: head, empty line, body; - for standard input")
    .option("--provider <id>", "who sent it: github, stripe, …")
    .option("--public-key-env <name>", "environment variable with the public key", collect)
    .option("--public-key-file <file>", "file with the public key", collect)
    .option("--name <name>", "name of the hook in the config")
    .option("--at <time>", "when it is judged: 2026-01-31T12:00:00Z (default: its Date, else now)");
  withSecrets(verify)
    .option(...JSON_OPTION)
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(async (file, options) => {
      const isFound = options.provider === undefined && options.name !== undefined;
      const config = isFound ? chooseConfig(file, options) : nameConfig(file, options.config);
      const command = await import("./verify.ts");
      finish(await command.verify({ ...options, ...(config !== undefined && { config }) }, io));
    });
  const send = program
    .command("send")
    .description(
      "Send a sample event of a provider, or one of your own, signed as it signs, and print the answer.",
    )
    .argument("[provider]", "whose event it is: github, stripe, …")
    .option("--list", "list the providers with their events, and send nothing")
    .option("--to <url>", "where it is sent; without a path, to the hook of the event")
    .option("--http <file>", "write the request to a file instead; - for standard output")
    .option("--event <name>", "which event (default: the first of the provider)")
    .option("--event-file <file>", "an event of your own: its path, headers, query and payload")
    .option("--body <file>", "the bytes of a body of your own, with the headers of the sample")
    .option("--header <name:value>", "a header beside those of the event", collect)
    .option(
      "--config <file>",
      "the config of the hook: who sends to it, and its secret (default: hooks.yaml, .json5 or .json in this folder)",
    )
    .addOption(
      new Option("--tamper <what>", "change it so that it must be refused").choices(TAMPERINGS),
    )
    .option("--handshake", "send the handshake of the provider, and check the answer")
    .option("--id <id>", "the id of the delivery (default: a new one each time)")
    .option("--private-key-env <name>", "environment variable with a private key in PEM")
    .option("--private-key-file <file>", "file with a private key in PEM")
    .option("--new-key [file]", "make a private key, write it to a file, and print its public key");
  withSecrets(send)
    .option(...JSON_OPTION)
    .addHelpText("after", SEND_EXAMPLES)
    .action(async (provider, options) => {
      const command = await import("./send.ts");
      finish(await command.send(provider, options, io));
    });
}

const TAMPERINGS = ["body", "time", "signature"];

function withSecrets(command: Command): Command {
  return command
    .option("--secret-env <name>", "environment variable with the secret", collect)
    .option("--secret-file <file>", "file with the secret", collect)
    .option("--token-env <name>", "environment variable with the token", collect)
    .option("--token-file <file>", "file with the token", collect)
    .option("--verify-token-env <name>", "environment variable with the handshake's token")
    .option("--public-url <url>", "the URL that the sender was given, where it signs that");
}

/** Options that may be repeated. */
function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
