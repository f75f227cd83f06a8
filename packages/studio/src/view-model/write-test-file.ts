// Events and what they become now → the text of a test file, `hooks.test.yaml`, for `hookwright test`.
import type { HookEvent } from "@hookwright/core";
import type { StripRow } from "../model/messages.ts";

export interface TestCase {
  readonly name: string;
  readonly event: HookEvent;
  readonly row: StripRow;
  /** The file of the event, if it is in one as it is. */
  readonly file?: string;
}

/** A case as data, for a test file in the folder of the config. */
export function caseToData({
  name,
  event,
  row,
  file,
}: TestCase): Readonly<Record<string, unknown>> {
  return { name, event: file ?? partsOf(event), expect: expectationOf(row) };
}

/** Each value is JSON, which YAML reads, too. */
export function writeTestFile(cases: readonly TestCase[]): string {
  const written = cases.map(
    ({ name, event, row }) => `  - name: ${JSON.stringify(name)}
    event: ${JSON.stringify(partsOf(event))}
    expect: ${JSON.stringify(expectationOf(row))}`,
  );
  return `# Written by the playground: each case expects what the event became there.\ncases:\n${written.join("\n")}\n`;
}

function partsOf({ path, headers = {}, query = {}, payload }: HookEvent): object {
  return {
    path,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(query).length > 0 && { query }),
    payload,
  };
}

function expectationOf({ outcome, mapping, session }: StripRow): object {
  return {
    // A batch becomes several actions, of the kind that the config says.
    ...(outcome !== "batch" && { becomes: outcome }),
    ...(mapping !== undefined && { mapping }),
    ...(session !== undefined && { sessionKey: session }),
  };
}
