// @ts-check
// A terminal or a pipe → functions that print requests, their actions and their answers.

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { formatAction } from "@hookwright/config";
import { createPaint } from "./create-paint.mjs";
import { changeToLines, messageToLines, turnToLines } from "./host-to-lines.mjs";

/**
 * @typedef {object} ShownRequest
 * @property {number} number
 * @property {string} title
 * @property {string} url
 * @property {Readonly<Record<string, string>>} headers
 * @property {string} body
 *
 * @typedef {object} Screen
 * @property {(request: ShownRequest) => void} request
 * @property {(action: import("@hookwright/core").Action, context: import("@hookwright/core/ingress").DispatchContext) => void} action
 * @property {(number: number) => void} carryingOut before the host starts
 * @property {(prompt: string) => void} turn what the model is asked
 * @property {(message: { to: string, text: string }) => void} message of the channel
 * @property {(change: import("@hookwright/host").HostRecord) => void} change
 * @property {() => void} next how to go on
 * @property {(answer: { status: number, text: string, expected: number }) => void} answer
 * @property {(endpoint: import("../send-events.mjs").Endpoint) => void} invite
 * @property {(record: import("@hookwright/core/ingress").RequestRecord) => void} record
 */

/** A longer payload is cut; this is enough to recognise it. */
const MOST_LINES = 12;

/**
 * @param {NodeJS.WriteStream} stream
 * @param {NodeJS.ProcessEnv} env
 * @returns {Screen}
 */
export function createScreen(stream, env) {
  const paint = createPaint(stream, env);
  /** @param {readonly string[]} lines */
  const write = (lines) => void stream.write(`${lines.join("\n")}\n`);
  /** @param {readonly string[]} lines */
  const writeAll = (lines) => {
    if (lines.length > 0) write(lines);
  };
  let isLive = false;
  // The notice is the same for each event.
  let notice = true;
  const shape = () => ({
    color: paint.isColored,
    width: stream.isTTY ? (stream.columns || 80) - 2 : undefined,
  });
  return {
    request: ({ number, title, url, headers, body }) => {
      const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const lines = body.trimEnd().split("\n");
      const rest = lines.length - MOST_LINES;
      write([
        "",
        paint.title(`${number}. ${title}`),
        "",
        `  ${paint.strong("POST")} ${url}`,
        ...[...names, ...lines.slice(0, MOST_LINES)].map((line) => paint.dim(`  ${line}`)),
        ...(rest > 0 ? [paint.dim(`  … ${rest} more lines`)] : []),
        "",
      ]);
    },
    carryingOut: (number) =>
      write([
        "",
        paint.title(
          `${number}. The host carries all four out. The answers are canned: no model is asked`,
        ),
        "",
      ]),
    turn: (prompt) => writeAll(turnToLines(prompt, paint)),
    message: (message) => writeAll(messageToLines(message, paint)),
    change: (change) => writeAll(changeToLines(change, paint)),
    next: () =>
      write([
        "",
        `${paint.strong("Your own model and channel:")} npx hookwright serve hooks.json5 --dispatch host`,
        paint.dim(
          "  with the block host and a channel in that file: docs/host.md, docs/channels.md.",
        ),
      ]),
    action: (action, { mappingId }) => {
      const box = formatAction(action, { ...shape(), mappingId, notice });
      notice &&= action.parts.every(({ kind }) => kind === "trusted");
      write(box.split("\n").map((line) => `  ${line}`));
    },
    answer: ({ status, text, expected }) => {
      const isRight = status === expected;
      const mark = isRight ? paint.good(`✓ ${status}`) : paint.bad(`✗ ${status}`);
      write(["", `  ${mark} ${text}${isRight ? "" : paint.bad(` expected ${expected}`)}`]);
    },
    invite: ({ url, token }) => {
      isLive = true;
      const push = fileURLToPath(new URL("../events/github-push.json", import.meta.url));
      const curl = `curl -H 'Authorization: Bearer ${token}'`;
      write([
        "",
        paint.title("Still serving. Try it from another terminal; Ctrl-C stops it:"),
        "",
        `  ${curl} ${url}/wake -d '{"text": "Hello from curl"}'`,
        "",
        `  ${curl} ${url}/github -H 'x-github-event: push' \\`,
        `    -d @${relative(process.cwd(), push)}`,
        "",
        `  ${curl} ${url}/agent -d '{"message": "Hello", "deliver": "yes"}'`,
        "",
      ]);
    },
    // The example events show their answers themselves.
    record: ({ status, name, code }) => {
      if (isLive)
        write([`  ${status} ${JSON.stringify(name)}${code === undefined ? "" : ` ${code}`}`]);
    },
  };
}
