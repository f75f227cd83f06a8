// A payload and the name of its hook → an event file. Exit code 0, 1, 2.
import { writeFile } from "node:fs/promises";
import { stripOuterSlashes, visibleText } from "@hookwright/base";
import { CliError, createUsageError } from "../cli-error.ts";
import { parseHeaders, parseQueryPairs } from "../input/parse-pairs.ts";
import { parsePayload } from "../input/parse-payload.ts";
import { refuseEvent } from "../input/read-event.ts";
import { readInput } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { reportToJson } from "../output/problem-report.ts";

export interface MakeEventOptions {
  readonly name: string;
  readonly header?: readonly string[];
  readonly query?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

export async function makeEvent(
  path: string,
  { name, header = [], query = [], out, json }: MakeEventOptions,
  io: Io,
): Promise<number> {
  const file = out ?? nameFor(path);
  const text = await readInput({ what: "payload", path }, io);
  const { payload } = parsePayload(text, path === "-" ? "standard input" : `"${path}"`);
  refuseEvent(payload, path);
  const headers = parseHeaders(header);
  const pairs = parseQueryPairs(query);
  const written = [
    `  "path": ${JSON.stringify(stripOuterSlashes(name))}`,
    ...(header.length === 0 ? [] : [`  "headers": ${JSON.stringify(headers)}`]),
    ...(query.length === 0 ? [] : [`  "query": ${JSON.stringify(pairs)}`]),
    // The text itself: digits beyond those of a double stay.
    `  "payload": ${text.trim() === "" ? "{}" : text.trim()}`,
  ];
  await writeFile(file, `{\n${written.join(",\n")}\n}\n`, { flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") {
        throw new CliError(`The file "${file}" exists already.`, { hint: "Write --out FILE." });
      }
      throw new CliError(`Cannot write "${file}": the system says ${error.code}.`);
    },
  );
  const report = json
    ? reportToJson("event", { file })
    : visibleText(`Wrote ${file}. Next: hookwright explain --event ${file}`);
  io.stdout.write(`${report}\n`);
  return 0;
}

function nameFor(path: string): string {
  if (path !== "-") return `${path.replace(/\.[^./\\]*$/, "")}.event.json`;
  throw createUsageError("The event file has no name.", "Write --out FILE.");
}
