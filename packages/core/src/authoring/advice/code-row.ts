// What a code of a config problem declares. Types only: tools/generate.mjs makes `ConfigCode` of all rows, and
// docs/error-codes.md shows them.

/** By code: the rows of codes/*.mjs, and the `CODES` of each lint. */
export type CodeRows = Readonly<Record<string, CodeRow>>;

export type CodeRow = CodeMeaning & (ConfigExample | ProvenElsewhere);

interface CodeMeaning {
  /** The part of docs/error-codes.md, where it is not that of its table. For a lint: "mappings". */
  readonly section?: CodeSection;
  /** What is wrong, in one sentence. */
  readonly meaning: string;
  /** Why, and what to write instead, for the page. */
  readonly say: string;
}

export type CodeSection = "files" | "auth" | "mappings" | "templates" | "events" | "host";

/** A config that gets the code, and one without any problem. A test checks both. */
export interface ConfigExample {
  /** Where the texts belong: in a mapping (default), in the list of mappings, in `hooks`, or at the root of the file. */
  readonly level?: "mapping" | "mappings" | "hooks" | "top";
  /** Where the texts are the whole file: its name. */
  readonly file?: string;
  /** YAML. */
  readonly wrong: string;
  readonly right: string;
  /** Payloads of events, for a problem that only events show. */
  readonly events?: readonly object[];
  /** Variables that are set. */
  readonly env?: readonly string[];
  /** Other files beside the config. */
  readonly files?: Readonly<Record<string, string>>;
  /** The same files in the right example. */
  readonly fixedFiles?: Readonly<Record<string, string>>;
}

/** What no config and `check` can show: the test that proves it, as a path from the root of the repository. */
export interface ProvenElsewhere {
  readonly proof: string;
}
