// What an expression reads and where it stands → the paths from the roots of the event. Used while a
// trace is kept: ordinary rendering never asks where a value comes from.
import { readOwn } from "../../data/read-own.ts";
import type { RootName, Scope } from "../render/scope.ts";
import type { TemplateRead, ValueOrigin } from "./template-read.ts";

/** A path from a root of the event. */
export interface EventPath {
  readonly root: RootName;
  readonly steps: readonly string[];
}

/** Where a context lies: at one path, or computed from the values at several. */
export interface Place {
  readonly paths: readonly EventPath[];
  readonly helpers: readonly string[];
  /** Named arguments of a partial, which lie over the context. */
  readonly fields?: ReadonlyMap<string, Place>;
  /** Where the element of the loop around lies: that is where its key comes from. */
  readonly loop?: Place | undefined;
}

/** The part of a frame that says where it stands. */
export interface Standpoint {
  readonly scope: Scope;
  readonly context: unknown;
  readonly parent: Standpoint | undefined;
  readonly outer: Standpoint | undefined;
  readonly place: Place;
  /** Of the block parameters, one for each block that has any. */
  readonly localPlaces: readonly Place[];
}

export const ROOT_PLACE: Place = { paths: [{ root: "payload", steps: [] }], helpers: [] };
const NOWHERE: Place = { paths: [], helpers: [] };

export function locateOrigin({ reads, helpers }: ValueOrigin, at: Standpoint): Place {
  const places = reads.map((read) => locateRead(read, at));
  const [only] = places;
  if (only !== undefined && places.length === 1 && helpers.length === 0) return only;
  const inherited = new Set(places.flatMap((place) => place.helpers));
  return { paths: places.flatMap(allPaths), helpers: [...inherited, ...helpers] };
}

/** Also those of named arguments: a context that is shown as a whole shows them too. */
export function allPaths({ paths, fields }: Place): readonly EventPath[] {
  return fields === undefined ? paths : [...paths, ...[...fields.values()].flatMap(allPaths)];
}

/** Steps into a computed value lead nowhere known: it stays with what it was computed from. */
export function extendPlace(place: Place, steps: readonly string[]): Place {
  const [first, ...rest] = steps;
  if (first === undefined) return place;
  const field = place.fields?.get(first);
  if (field !== undefined) return extendPlace(field, rest);
  const [path] = place.paths;
  if (path === undefined || place.paths.length > 1 || place.helpers.length > 0) return place;
  return { paths: [{ root: path.root, steps: [...path.steps, ...steps] }], helpers: [] };
}

function locateRead({ root, steps, start }: TemplateRead, at: Standpoint): Place {
  if (start === undefined) return locateRoot({ root, steps }, at);
  switch (start.kind) {
    case "context":
      return extendPlace(climb(at, start.depth)?.place ?? NOWHERE, steps);
    case "local":
      return extendPlace(at.localPlaces[start.level] as Place, start.isKey ? [] : steps);
    case "key":
      return climbLoops(at, start.depth)?.place.loop ?? NOWHERE;
    default: {
      const above = climb(at, start.depth);
      if (above === undefined) return NOWHERE;
      if (!isShadowed(above, root)) return locateRoot({ root, steps }, at);
      return extendPlace(above.place, [root, ...steps]);
    }
  }
}

/** Alone, the name is the body's own key of that name first, as it is in existing configs. */
function locateRoot(path: EventPath, { scope }: Standpoint): Place {
  const isOwnKey = path.steps.length === 0 && hasOwnRoot(scope, path.root);
  return { paths: [isOwnKey ? { root: "payload", steps: [path.root] } : path], helpers: [] };
}

/** Whether the body has a key of its own where a template says `{{payload}}` and the like. */
export function hasOwnRoot({ payload }: Scope, root: RootName): boolean {
  if (root !== "payload" && root !== "headers" && root !== "query") return false;
  return typeof payload === "object" && payload !== null && Object.hasOwn(payload, root);
}

/** Inside a block, an own key of the element goes first: files have a `path`, requests `headers`. */
export function isShadowed({ context, scope }: Standpoint, name: string): boolean {
  return context !== scope.payload && readOwn(context, name) !== undefined;
}

/** What `../` reaches. */
export function climb<Point extends { readonly parent: Point | undefined }>(
  from: Point,
  depth: number,
): Point | undefined {
  let current: Point | undefined = from;
  for (let level = 0; level < depth; level++) current = current?.parent;
  return current;
}

/** What `@../` reaches. */
export function climbLoops<Point extends { readonly outer: Point | undefined }>(
  from: Point,
  depth: number,
): Point | undefined {
  let current: Point | undefined = from;
  for (let level = 0; level < depth; level++) current = current?.outer;
  return current;
}
