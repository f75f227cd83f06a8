// What an expression reads, and where a value came from.
import { hasOwnKey, type Key, locatePayload, readOwn } from "@hookwright/base";

/** Where the steps of a read start if they do not start at the root. */
type ReadStart =
  /** The context, `depth` levels up. */
  | { readonly kind: "context"; readonly depth: number }
  /** A block parameter: the first is the element of the block, the second its key. */
  | { readonly kind: "local"; readonly level: number; readonly isKey: boolean }
  /** The key of the enclosing loop's current element. */
  | { readonly kind: "key"; readonly depth: number }
  /** The root, unless the context `depth` levels up has an own key of that name. */
  | { readonly kind: "shadowed"; readonly depth: number };

/** One path that a template reads. */
export interface TemplateRead {
  readonly root: string;
  readonly steps: readonly string[];
  /** Whether the steps start at the root; false where they start at an element of a block. */
  readonly exact: boolean;
  /** Absent where the steps start at the root. */
  readonly start?: ReadStart;
  /** Whether the payload's own key of that name may be meant. */
  readonly yields?: boolean;
}

/** All reads that a value is computed from, and the helpers that compute it, in source order. */
export interface ReadSet {
  readonly reads: readonly TemplateRead[];
  readonly helpers: readonly string[];
}

/** A path from a root. */
export interface RootPath {
  readonly root: string;
  readonly steps: readonly string[];
}

/** Where a value comes from: one path, or several where it is computed. */
export interface ValueOrigin {
  readonly paths: readonly RootPath[];
  readonly helpers: readonly string[];
  /** Named arguments of a partial, which override fields of the context. */
  readonly fields?: ReadonlyMap<string, ValueOrigin>;
  /** Of the body's own key `payload`, where the root is named alone: the body, which may have a field, too. */
  readonly body?: unknown;
  /** The origin of the enclosing loop's element, and so of its key. */
  readonly loop?: ValueOrigin | undefined;
}

/** The part of a frame that says where its values come from. */
export interface OriginFrame {
  readonly run: { readonly scope: { readonly payload: unknown } };
  readonly context: unknown;
  /** Whether the context is the body's own key `payload`, by the root of that name. */
  readonly isPayload: boolean;
  readonly parent: OriginFrame | undefined;
  readonly outer: OriginFrame | undefined;
  /** Where the context comes from. */
  readonly origin: ValueOrigin;
  /** Where block parameters come from: one origin for each block that has any. */
  readonly localOrigins: readonly ValueOrigin[];
}

export const PAYLOAD_ORIGIN: ValueOrigin = {
  paths: [{ root: "payload", steps: [] }],
  helpers: [],
};

const UNKNOWN_ORIGIN: ValueOrigin = { paths: [], helpers: [] };

/**
 * The reads of an expression and the frame that renders it → where its value comes from, as paths
 * from the roots. Only runs where there is a trace.
 */
export function locateOrigin({ reads, helpers }: ReadSet, frame: OriginFrame): ValueOrigin {
  const origins = reads.map((read) => locateRead(read, frame));
  const [only] = origins;
  if (only !== undefined && origins.length === 1 && helpers.length === 0) return only;
  const inherited = new Set(origins.flatMap((origin) => origin.helpers));
  return { paths: origins.flatMap(allPaths), helpers: [...inherited, ...helpers] };
}

/** What a trace shows of a rendered expression. */
export function describeOrigin(set: ReadSet, frame: OriginFrame): ReadSet {
  const origin = locateOrigin(set, frame);
  return {
    reads: allPaths(origin).map((path) => ({ ...path, exact: true })),
    helpers: origin.helpers,
  };
}

/** With those of named arguments, because a whole context that is rendered contains them. */
function allPaths({ paths, fields }: ValueOrigin): readonly RootPath[] {
  return fields === undefined ? paths : [...paths, ...[...fields.values()].flatMap(allPaths)];
}

/** Steps into a computed value are unknown: the origin stays that of the value. */
export function extendOrigin(origin: ValueOrigin, steps: readonly string[]): ValueOrigin {
  const [first, ...rest] = steps;
  if (first === undefined) return origin;
  const field = origin.fields?.get(first);
  if (field !== undefined) return extendOrigin(field, rest);
  if (hasOwnKey(origin.body, first)) return { paths: [{ root: "payload", steps }], helpers: [] };
  const [path] = origin.paths;
  if (path === undefined || origin.paths.length > 1 || origin.helpers.length > 0) return origin;
  return { paths: [{ root: path.root, steps: [...path.steps, ...steps] }], helpers: [] };
}

function locateRead(read: TemplateRead, frame: OriginFrame): ValueOrigin {
  const { root, steps, start } = read;
  if (start === undefined) return locateRoot(read, frame);
  switch (start.kind) {
    case "context":
      return extendOrigin(findParentFrame(frame, start.depth)?.origin ?? UNKNOWN_ORIGIN, steps);
    case "local":
      return extendOrigin(frame.localOrigins[start.level] as ValueOrigin, start.isKey ? [] : steps);
    case "key":
      return findLoopFrame(frame, start.depth)?.origin.loop ?? UNKNOWN_ORIGIN;
    default: {
      const above = findParentFrame(frame, start.depth);
      if (above === undefined) return UNKNOWN_ORIGIN;
      if (!isShadowed(above, root)) return locateRoot(read, frame);
      return extendOrigin(above.origin, [root, ...steps]);
    }
  }
}

/** A root may be the payload's own key of that name, as it is in existing configs. */
function locateRoot({ root, steps, yields }: TemplateRead, { run }: OriginFrame): ValueOrigin {
  const { payload: body } = run.scope;
  if (yields !== true) return { paths: [{ root, steps }], helpers: [] };
  if (root === "payload") {
    const path = { root, steps: locatePayload(body, steps) };
    return { paths: [path], helpers: [], ...(steps.length === 0 && { body }) };
  }
  const path = hasOwnKey(body, root) ? { root: "payload", steps: [root] } : { root, steps };
  return { paths: [path], helpers: [] };
}

/** Whether a value is the body's own key `payload`, read by the root of that name alone. */
export function isOwnPayload({ reads, helpers }: ReadSet, frame: OriginFrame): boolean {
  const [read] = reads;
  if (read?.yields !== true || read.root !== "payload" || read.steps.length > 0) return false;
  if (reads.length > 1 || helpers.length > 0) return false;
  const { start } = read;
  const at = start?.kind === "shadowed" ? findParentFrame(frame, start.depth) : frame;
  if (at === undefined || (start !== undefined && isShadowed(at, read.root))) return false;
  return hasOwnKey(frame.run.scope.payload, read.root);
}

/** Inside a block, an own key of the element has precedence: files have a `path`, requests `headers`. */
export function isShadowed(frame: OriginFrame, name: string): boolean {
  const { context, isPayload, run } = frame;
  if (context === run.scope.payload || (isPayload && name === "payload")) return false;
  return readOwn(contextOf(frame, name), name) !== undefined;
}

/** What a field of the context is read from: the body's fields come before those of its key `payload`. */
export function contextOf(frame: OriginFrame, key: Key): unknown {
  if (!frame.isPayload) return frame.context;
  const { payload } = frame.run.scope;
  return hasOwnKey(payload, String(key)) ? payload : frame.context;
}

/** The frame that `depth` times `../` reaches. */
export function findParentFrame<Frame extends { readonly parent: Frame | undefined }>(
  from: Frame,
  depth: number,
): Frame | undefined {
  let current: Frame | undefined = from;
  for (let level = 0; level < depth; level++) current = current?.parent;
  return current;
}

/** The frame that `depth` times `@../` reaches. */
export function findLoopFrame<Frame extends { readonly outer: Frame | undefined }>(
  from: Frame,
  depth: number,
): Frame | undefined {
  let current: Frame | undefined = from;
  for (let level = 0; level < depth; level++) current = current?.outer;
  return current;
}
