// A compiled mapping → the same mapping whose templates report where each part of a text is written.

import { readOwn } from "@hookwright/base";
import { compileSource, parsePartials } from "@hookwright/template/compile";
import {
  type CompiledTemplate,
  EVENT_ROOTS,
  type HelperTable,
  type LinkOptions,
  type TemplateLocation,
  type TemplateRoot,
} from "@hookwright/template/runtime";
import { compiledFields } from "../../generated/action-records.ts";
import type { ConfigLocation, ConfigPath } from "../../model/index.ts";
import { nameOfText, ROOTS_OF_ELEMENTS, ROOTS_OF_INSTRUCTIONS } from "../../serving/link/index.ts";
import type { CompiledMapping } from "../../serving/resolve/index.ts";
import { type HooksInput, spanInWritten } from "../config/index.ts";

/** What the templates of a config are written in and compiled with. */
interface WrittenConfig {
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  readonly helpers: HelperTable;
}

/** An expression of a field, whether an event reaches it or not. */
interface WrittenExpression {
  readonly expression: string;
  /** The trace has the same objects. A partial has one for each scope that calls it. */
  readonly locations: readonly TemplateLocation[];
}

export interface LocatedMapping {
  /** Resolves every event as the original does. */
  readonly mapping: CompiledMapping;
  /** The key that holds the template of a field of the action: `messageTemplate` for `message`. */
  readonly keyOf: (field: string) => string;
  /** The expressions of the template of a key, and of the partials that it calls. */
  readonly expressionsOf: (key: string) => readonly WrittenExpression[];
  /** Undefined for a template of a preset, which is not in the config. */
  readonly locate: (location: TemplateLocation, key: string) => ConfigLocation | undefined;
}

/** Finds what an explanation reports in the config as written. */
export interface ConfigLocator {
  readonly locateMapping: (mapping: CompiledMapping) => LocatedMapping;
  readonly locateClause: LocateClause;
}

/**
 * The templates are compiled again, once for each mapping that is explained: a template that knows its
 * positions takes more memory, and serving needs none.
 */
export function createConfigLocator(written: WrittenConfig): ConfigLocator {
  return {
    locateMapping: createMappingLocator(written),
    locateClause: createClauseLocator(written.hooks),
  };
}

function createMappingLocator(
  written: WrittenConfig,
): (mapping: CompiledMapping) => LocatedMapping {
  const known = new Map<CompiledMapping, LocatedMapping>();
  let shared: LinkOptions | undefined;
  return (mapping) => {
    shared ??= createSharedOptions(written);
    const located = known.get(mapping) ?? locateMapping(mapping, shared, written);
    known.set(mapping, located);
    return located;
  };
}

/** Undefined for a mapping of a preset. */
export type LocateClause = (
  mapping: Pick<CompiledMapping, "configPath" | "preset">,
  clause: string,
) => ConfigPath | undefined;

/** Names of headers in the config may be in any case. */
function createClauseLocator(hooks: HooksInput): LocateClause {
  return ({ configPath, preset }, clause) => {
    if (preset !== undefined) return undefined;
    if (clause === "auth") return [...configPath, "auth"];
    if (clause === "forEach.when") return [...configPath, "forEach", "when"];
    const [kind = "", ...rest] = clause.split(".");
    const path = [...configPath, "match", kind];
    if (rest.length === 0) return path;
    const name = rest.join(".");
    const mapping = hooks.mappings?.[Number(configPath[2])];
    const written = Object.keys(readOwn(mapping?.match, kind) ?? {});
    const found = written.find((key) => key === name || key.toLowerCase() === name);
    return [...path, found ?? name];
  };
}

/** For callers that compare what an event becomes: nothing is compiled again. */
export const NO_LOCATOR: ConfigLocator = {
  locateMapping: (mapping) => ({
    mapping,
    keyOf: keysOf(mapping),
    expressionsOf: () => [],
    locate: () => undefined,
  }),
  locateClause: () => undefined,
};

function keysOf(mapping: CompiledMapping): LocatedMapping["keyOf"] {
  return (field) => (field === "message" || field === "text" ? nameOfText(mapping) : field);
}

function createSharedOptions({ hooks, helpers }: WrittenConfig): LinkOptions {
  const options = { helpers, locates: true };
  return { ...options, partials: parsePartials(hooks.partials ?? {}, options).partials };
}

function locateMapping(
  mapping: CompiledMapping,
  shared: LinkOptions,
  { hooks }: WrittenConfig,
): LocatedMapping {
  const { configPath, forEach, preset } = mapping;
  const textKey = nameOfText(mapping);
  const emptyLines = hooks.templates?.emptyLines;
  const ofElements = forEach === undefined ? EVENT_ROOTS : ROOTS_OF_ELEMENTS;
  const expressions = new Map<string, readonly WrittenExpression[]>();
  const sources = new Map<string, string>();
  const found = new Map<TemplateLocation, ConfigLocation | undefined>();

  const compile = (
    key: string,
    template: CompiledTemplate | undefined,
    { roots = ofElements, ...lines }: Written = {},
  ): CompiledTemplate | undefined => {
    if (template === undefined) return undefined;
    const { source } = template;
    const compiled = compileSource(source, { ...shared, roots, ...lines });
    // A helper or a partial is as it was when the config was compiled, so it compiles again.
    if (!compiled.ok) return template;
    expressions.set(key, groupByPlace(compiled.located ?? []));
    sources.set(key, source);
    return compiled.template;
  };

  const locate: LocatedMapping["locate"] = ({ partial, start, end }, key) => {
    if (partial !== undefined) {
      return { path: ["hooks", "partials", partial], span: { start, end } };
    }
    if (preset !== undefined) return undefined;
    const path = [...configPath, ...key.split(".")];
    const source = sources.get(key) as string;
    return { path, span: spanInWritten({ start, end }, { source, path, hooks }) };
  };

  return {
    mapping: {
      ...mapping,
      text: compile(textKey, mapping.text, { emptyLines }),
      dedupeKey: compile("dedupeKey", mapping.dedupeKey),
      coalesce: mapping.coalesce && {
        ...mapping.coalesce,
        key: compile("coalesce.key", mapping.coalesce.key) as CompiledTemplate,
      },
      channelReports: mapping.channelReports.map(({ values, ...report }) => ({
        ...report,
        values: values.map(({ name, template }) => ({
          name,
          template: compile(`${report.kind}.${name}`, template) as CompiledTemplate,
        })),
      })),
      instructions: compile("instructions", mapping.instructions, {
        roots: ROOTS_OF_INSTRUCTIONS,
        emptyLines,
      }),
      fields: compiledFields<CompiledTemplate, CompiledTemplate>(mapping.fields, {
        template: (name, template) => compile(name, template),
        channel: (name) => name,
      }),
    },
    keyOf: keysOf(mapping),
    expressionsOf: (key) => expressions.get(key) ?? [],
    // A loop renders the same expression again and again.
    locate: (location, key) => {
      if (!found.has(location)) found.set(location, locate(location, key));
      return found.get(location);
    },
  };
}

/** The same expression of a partial, compiled several times, is one. */
function groupByPlace(
  located: readonly { readonly expression: string; readonly at: TemplateLocation }[],
): readonly WrittenExpression[] {
  const places = new Map<string, { expression: string; locations: TemplateLocation[] }>();
  for (const { expression, at } of located) {
    const place = JSON.stringify([at.partial, at.start]);
    const known = places.get(place) ?? { expression, locations: [] };
    known.locations.push(at);
    places.set(place, known);
  }
  return [...places.values()];
}

interface Written extends Pick<LinkOptions, "emptyLines"> {
  readonly roots?: readonly TemplateRoot[];
}
