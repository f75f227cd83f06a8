// A config before and after → its unified diff, without the values of secrets.

import { visibleText } from "@hookwright/base";
import { type FixedFile, maskSecrets } from "@hookwright/config";
import { createTwoFilesPatch } from "diff";

export function diffText({ filename, before, after }: FixedFile, color: boolean): string {
  const [old, fixed] = [maskSecrets(before).text, maskSecrets(after).text];
  const patch = createTwoFilesPatch(filename, filename, old, fixed, "", "", { context: 2 });
  const lines = patch
    .split("\n")
    .filter((line) => !/^=+$/.test(line))
    .map(visibleButLineEnd);
  return (color ? lines.map(paint) : lines).join("\n");
}

/** The lines of a file with CRLF keep it, so that the diff can be applied. */
function visibleButLineEnd(line: string): string {
  return line.endsWith("\r") ? `${visibleText(line.slice(0, -1))}\r` : visibleText(line);
}

function paint(line: string): string {
  if (line.startsWith("+")) return `\u001B[32m${line}\u001B[39m`;
  return line.startsWith("-") ? `\u001B[31m${line}\u001B[39m` : line;
}
