// A config and the files that it includes → one config, and where each of its values comes from.
import type { ConfigPath, Problem } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";
import type { ConfigDocument, IncludedValue, LoadReport } from "../load-result.ts";
import type { IncludedPart } from "./read-part.ts";

export interface MergedConfig {
  /** Without `hooks.include`. */
  readonly config: unknown;
  readonly includedAt: (path: ConfigPath) => IncludedValue | undefined;
  readonly problems: readonly Problem[];
}

type Root = ConfigDocument & Pick<LoadReport, "filename">;

/** A value and where it comes from: the config itself, or a file that it includes. */
interface Located {
  readonly value: unknown;
  readonly origin: IncludedValue;
}

export function mergeParts(root: Root, parts: readonly IncludedPart[]): MergedConfig {
  const { include: _, ...hooks } = readOwn(root.config, "hooks") as Record<string, unknown>;
  const { mappings: ownMappings = [], partials: ownPartials = {} } = hooks;
  const mappings = listMappings(root, ownMappings, parts);
  const partials = listPartials(root, ownPartials, parts);
  const byName = new Map<string, Located>();
  const problems = findRepeatedIds(root, mappings ?? []);
  for (const [name, partial] of partials ?? []) {
    const first = byName.get(name);
    if (first === undefined) byName.set(name, partial);
    else problems.push(repeatedPartial(name, first.origin, partial.origin));
  }
  const merged = {
    ...hooks,
    // Where the config has something else than a list or an object, the core reports that.
    ...(mappings !== undefined && { mappings: mappings.map(({ value }) => value) }),
    ...(partials !== undefined && {
      partials: Object.fromEntries([...byName].map(([name, { value }]) => [name, value])),
    }),
  };
  const find = (key: unknown, step: unknown): Located | undefined => {
    if (key === "mappings") return mappings?.[Number(step)];
    return key === "partials" ? byName.get(String(step)) : undefined;
  };
  return {
    config: { ...(root.config as object), hooks: merged },
    includedAt: ([top, key, step, ...rest]) => {
      const origin = top === "hooks" ? find(key, step)?.origin : undefined;
      if (origin === undefined || origin.document === root) return undefined;
      return { ...origin, path: [...origin.path, ...rest] };
    },
    problems,
  };
}

/** Those of the config itself come first. */
function listMappings(
  root: Root,
  own: unknown,
  parts: readonly IncludedPart[],
): readonly Located[] | undefined {
  if (!Array.isArray(own)) return undefined;
  const locate = (
    values: readonly unknown[],
    document: IncludedValue["document"],
    path: ConfigPath,
  ): readonly Located[] =>
    values.map((value, index) => ({ value, origin: { document, path: [...path, index] } }));
  return [
    ...locate(own, root, ["hooks", "mappings"]),
    ...parts.flatMap((part) => locate(part.mappings, part.document, part.mappingsPath)),
  ];
}

function listPartials(
  root: Root,
  own: unknown,
  parts: readonly IncludedPart[],
): readonly (readonly [string, Located])[] | undefined {
  if (typeof own !== "object" || own === null || Array.isArray(own)) return undefined;
  const locate = (
    values: object,
    document: IncludedValue["document"],
    path: ConfigPath,
  ): readonly (readonly [string, Located])[] =>
    Object.entries(values).map(([name, value]) => [
      name,
      { value, origin: { document, path: [...path, name] } },
    ]);
  return [
    ...locate(own, root, ["hooks", "partials"]),
    ...parts.flatMap((part) => locate(part.partials, part.document, ["partials"])),
  ];
}

function repeatedPartial(name: string, first: IncludedValue, again: IncludedValue): Problem {
  return {
    code: "partial_duplicate",
    severity: "error",
    path: ["hooks", "partials", name],
    message: `The partial "${name}" of ${nameOf(again, "key")} stands in ${nameOf(first, "key")}, too.`,
    hint: "Remove one of the two, or give it another name.",
    file: again.document.filename,
    position: again.document.locate(again.path, "key"),
  };
}

/** Of two in the config itself, the core tells. */
function findRepeatedIds(root: Root, mappings: readonly Located[]): Problem[] {
  const first = new Map<string, IncludedValue>();
  return mappings.flatMap(({ value, origin }, index) => {
    const id = readOwn(value, "id");
    if (typeof id !== "string") return [];
    const again = { ...origin, path: [...origin.path, "id"] };
    const earlier = first.get(id.trim());
    if (earlier === undefined) first.set(id.trim(), again);
    if (earlier === undefined || origin.document === root) return [];
    return [
      {
        code: "id_duplicate",
        severity: "error",
        path: ["hooks", "mappings", index, "id"],
        message: `The id "${id.trim()}" of ${nameOf(again)} is taken by ${nameOf(earlier)}.`,
        hint: "Give each mapping its own id.",
        file: again.document.filename,
        position: again.document.locate(again.path),
      },
    ];
  });
}

/** `hooks.d/github.yaml:3:5` */
function nameOf({ document, path }: IncludedValue, part: "value" | "key" = "value"): string {
  const { line, column } = document.locate(path, part);
  return `${document.filename}:${line}:${column}`;
}
