// The path of a config → the routes of the playground: its files, writing one, and an explanation that runs modules.
import { basename } from "node:path";
import { type Explanation, type HookEvent, parseJson } from "@hookwright/core";
import type { AuthorFiles, FileChange, WrittenEvent } from "@hookwright/host/api";
import type { JsonAnswer, JsonRoute, Refusal } from "@hookwright/node-kit/json-api";
import { loadConfig } from "../config/load-config.ts";
import { prepareReading } from "../host/add-host-problems.ts";
import type { Io } from "../io.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { createAuthorFiles, MAX_FILE_BYTES } from "./author-files.ts";

interface PlaygroundRoutes {
  /** Part of any API of this machine. */
  readonly routes: readonly JsonRoute[];
  readonly list: () => Promise<AuthorFiles>;
}

/** What `POST /api/explain` takes: texts that replace those of files, and an event. */
const EXPLAIN = { texts: "object", event: "object" } as const;

const WRITE = { text: "content", ifHash: "text" } as const;

export function createPlaygroundRoutes(config: string, io: Io): PlaygroundRoutes {
  const files = createAuthorFiles(config);
  // Modules have memory of their own: one run at a time.
  const inTurn = oneAtATime();
  return {
    list: files.list,
    routes: [
      {
        method: "GET",
        path: ["files"],
        input: {},
        answer: async () => ({ kind: "body", body: await files.list() }),
      },
      {
        method: "PUT",
        path: ["files", ":id"],
        input: WRITE,
        maxBodyBytes: MAX_FILE_BYTES,
        answer: async ({ id, input }) => {
          const { text, ifHash } = input as Partial<FileChange>;
          if (text === undefined) return refuse(NO_TEXT);
          const change = { text, ...(ifHash !== undefined && { ifHash }) };
          const written = await files.write(id, change).catch(describeFailure);
          if ("status" in written) return refuse(written);
          if (written.ok) return { kind: "body", body: { hash: written.hash } };
          if (written.code === "path_refused") {
            return refuse({ ...PATH_REFUSED, hint: written.reason });
          }
          const { present } = written;
          return refuse({ ...CHANGED, ...(present !== undefined && { more: { present } }) });
        },
      },
      {
        method: "POST",
        path: ["explain"],
        input: EXPLAIN,
        maxBodyBytes: MAX_FILE_BYTES,
        answer: ({ input }) => inTurn(() => explain(config, input, io)),
      },
    ],
  };
}

function refuse(refusal: Refusal): JsonAnswer {
  return { kind: "refusal", refusal };
}

const NO_TEXT: Refusal = {
  status: 400,
  code: "input_invalid",
  message: "A write needs the `text` of the file.",
};

const PATH_REFUSED: Refusal = {
  status: 403,
  code: "path_refused",
  message: "The playground does not write to this path.",
};

const CHANGED: Refusal = {
  status: 409,
  code: "changed",
  message: "The file on the disk is not the one that was read.",
  hint: "Look at the present text in `present`, and write again with its hash.",
};

function describeFailure({ code }: NodeJS.ErrnoException): Refusal {
  return {
    status: 500,
    code: "write_failed",
    message: `The file cannot be written: the system says ${code}.`,
  };
}

/** As `hookwright explain --transforms run` does. */
async function explain(
  config: string,
  { texts = {}, event }: { readonly texts?: object; readonly event?: object },
  io: Io,
): Promise<JsonAnswer> {
  const read = readEvent(event);
  if (read === undefined) return refuse(NO_EVENT);
  const replaced = Object.entries(texts);
  if (!replaced.every((one): one is [string, string] => typeof one[1] === "string")) {
    return refuse(NO_TEXTS);
  }
  const { context } = await prepareReading({ transforms: "run" }, { io });
  const result = await loadConfig(config, {
    ...context,
    runsModules: true,
    texts: new Map(replaced.map(([path, text]) => [nameOf(path, config), text])),
  });
  if (!result.ok) {
    const [first] = result.problems.filter(({ severity }) => severity === "error");
    return refuse({ ...BROKEN, ...(first !== undefined && { hint: first.message }) });
  }
  try {
    const url = `${result.hooks.settings.path}/${read.path}`;
    const explanation = await result.hooks.explain(
      { url, ...read },
      { transforms: "run", details: "report" },
    );
    return toAnswer(explanation);
  } finally {
    // Background work of modules must not delay the answer.
    await result.close(0);
  }
}

/** Texts replace files by the names that reports have. */
function nameOf(path: string, config: string): string {
  const folder = config.slice(0, config.length - basename(config).length);
  return `${folder}${path}`;
}

/** The page has the event as texts; a payload of JSON keeps large integers only as one. */
function readEvent(event: object | undefined): HookEvent | undefined {
  const parts = readParts(event);
  if (typeof parts?.payload !== "string") return undefined;
  const parsed = parseJson(parts.payload);
  if (!parsed.ok) return undefined;
  return { ...parts, payload: parsed.value, integersAsText: parsed.integersAsText };
}

/** Undefined if it is not an event as an author writes it. */
export function readParts(event: object | undefined): Required<WrittenEvent> | undefined {
  const { path, headers = {}, query = {}, payload = {} } = (event ?? {}) as Record<string, unknown>;
  if (typeof path !== "string" || !isTexts(headers) || !isTexts(query)) return undefined;
  return { path, headers, query, payload };
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null && Object.values(value).every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** Attack: an explanation contains payload values, which may be nested too deeply for JSON. */
function toAnswer(explanation: Explanation): JsonAnswer {
  try {
    JSON.stringify(explanation);
    return { kind: "body", body: explanation };
  } catch {
    return refuse(TOO_DEEP);
  }
}

const NO_EVENT: Refusal = {
  status: 400,
  code: "input_invalid",
  message:
    "An explanation needs an `event`: path, headers, query, and the payload as a text of JSON.",
};

const NO_TEXTS: Refusal = {
  status: 400,
  code: "input_invalid",
  message: "The `texts` are an object of paths and texts.",
};

const BROKEN: Refusal = {
  status: 409,
  code: "config_broken",
  message: "The config has errors, so no transform was run.",
};

const TOO_DEEP: Refusal = {
  status: 409,
  code: "too_deep",
  message: "The explanation contains a value that is nested too deeply for JSON.",
};
