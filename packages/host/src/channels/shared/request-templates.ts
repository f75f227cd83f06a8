// The settings `body` and `headers` of a webhook → a function from the values of a part to its request.
import type { ConfigPath } from "@hookwright/core";
import { createProblem } from "@hookwright/core/problems";
import { compileTemplate } from "@hookwright/template";
import type { ChannelContext } from "./channel-kind.ts";

/** What templates of a webhook read. */
export interface RequestValues {
  readonly text: string;
  readonly to: string;
  readonly key: string;
  readonly run: string | undefined;
  readonly mapping: string | undefined;
  readonly session: string | undefined;
  readonly accountId: string | undefined;
  /** The position of the part, from 1. */
  readonly part: number;
  readonly parts: number;
  /** The secret of the settings. */
  readonly token: string | undefined;
}

interface RenderedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface RequestTemplates {
  /** Undefined if a template goes over a limit. */
  readonly render: (values: RequestValues) => RenderedRequest | undefined;
  /** Whether a template has the token, so that the channel does not send it. */
  readonly readsToken: boolean;
}

interface RequestSettings {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readonly<Record<string, unknown>>;
}

/** As a record, so that the compiler compares the names. */
const FIELDS: Readonly<Record<keyof RequestValues, true>> = {
  ...{ text: true, to: true, key: true, run: true, mapping: true, session: true },
  ...{ accountId: true, part: true, parts: true, token: true },
};

type Render = (values: RequestValues) => string;

/** All problems are reported; undefined if there is one. */
export function compileRequest(
  { headers, body }: RequestSettings,
  context: ChannelContext,
): RequestTemplates | undefined {
  const uses = new Set<string>();
  let isValid = true;
  const refuse = (path: ConfigPath, message: string, hint: string | undefined): void => {
    isValid = false;
    const where = [...context.path, ...path];
    context.report(createProblem("channel_setting_invalid", where, message, { hint }));
  };
  const compile = (source: string, path: ConfigPath): Render => {
    const { template, problems } = compileTemplate(source, { roots: [], limits: LIMITS });
    const name = path.join(".");
    for (const { message, hint, line, column } of problems) {
      refuse(path, `Cannot compile "${name}" at ${line}:${column}: ${message}.`, hint);
    }
    for (const { steps, exact } of template?.reads ?? []) {
      const field = String(steps[0]);
      uses.add(field);
      if (!exact || Object.hasOwn(FIELDS, field)) continue;
      const hint = `Write one of: ${Object.keys(FIELDS).join(", ")}.`;
      refuse(path, `"${name}" reads "${field}", which a message does not have.`, hint);
    }
    return (values) => template?.render({ payload: values }) ?? "";
  };

  const compiled = Object.entries(headers).map(([name, source]) => {
    if (!HEADER_NAME.test(name) || FIXED_HEADERS.has(name.toLowerCase())) {
      const hint = "Write the name of a header that does not belong to the connection.";
      refuse(["headers", name], `"${name}" cannot be the name of a header.`, hint);
    }
    return [name.toLowerCase(), compile(source, ["headers", name])] as const;
  });
  const content = typeof body === "string" ? compile(body, ["body"]) : compileLeaves(body, compile);
  if (!isValid) return undefined;
  return {
    readsToken: uses.has("token"),
    render: (values) => {
      try {
        return {
          headers: renderHeaders(compiled, values, typeof body === "string"),
          body: content(values),
        };
      } catch {
        return undefined;
      }
    },
  };
}

/** Room for the longest text that a channel may have. */
const LIMITS = { maxCharacters: 4_000_000 };

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** They decide where a request goes, and where it ends. */
const FIXED_HEADERS: ReadonlySet<string> = new Set([
  ...["host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"],
  ...["expect", "keep-alive", "proxy-authorization", "proxy-connection"],
]);

/** Each text in the value is a template, and the whole is sent as JSON: no template has to quote. */
function compileLeaves(
  body: Readonly<Record<string, unknown>>,
  compile: (source: string, path: ConfigPath) => Render,
): Render {
  const compileAt = (value: unknown, path: ConfigPath): ((values: RequestValues) => unknown) => {
    if (typeof value === "string") return compile(value, path);
    if (Array.isArray(value)) {
      const items = value.map((item, index) => compileAt(item, [...path, index]));
      return (values) => items.map((render) => render(values));
    }
    if (typeof value !== "object" || value === null) return () => value;
    const members = Object.entries(value).map(
      ([key, member]) => [key, compileAt(member, [...path, key])] as const,
    );
    return (values) => Object.fromEntries(members.map(([key, render]) => [key, render(values)]));
  };
  const render = compileAt(body, ["body"]);
  return (values) => JSON.stringify(render(values));
}

/** A header that renders as nothing is not sent. */
function renderHeaders(
  headers: readonly (readonly [string, Render])[],
  values: RequestValues,
  isText: boolean,
): Readonly<Record<string, string>> {
  const rendered = headers
    .map(([name, render]) => [name, toHeaderValue(render(values))] as const)
    .filter(([, value]) => value !== "");
  return {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    ...Object.fromEntries(rendered),
  };
}

const CONTROLS = /\p{Cc}+/gu;

/** A line break would begin another header. Other letters than those of Latin-1 are sent as UTF-8. */
function toHeaderValue(text: string): string {
  const line = text.replace(CONTROLS, " ").trim();
  return /[^\0-\x7f]/.test(line) ? Buffer.from(line).toString("latin1") : line;
}
