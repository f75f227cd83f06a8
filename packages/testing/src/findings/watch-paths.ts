// Templates while they are compiled and rendered → each field in them, and its value.
import { BRACKET_STEP } from "@hookwright/base";

import type { ConfigPath } from "@hookwright/core";
import { readOrigin } from "@hookwright/core/plan";
import type { EventView } from "@hookwright/core/runtime";
import type {
  CallNode,
  ExpressionNode,
  Frame,
  ParsedSource,
  PathNode,
  ReadSet,
  TemplateProbe,
  TemplateRead,
} from "@hookwright/template/runtime";
import { locateOrigin, nameOfCall } from "@hookwright/template/runtime";
import type { SeenPath } from "./find-rewrite.ts";

/** A position in the templates of a config. */
export interface TemplateLocation {
  readonly path: ConfigPath;
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** A field in a template, and the event that it was rendered for. */
export interface WatchedPath extends SeenPath {
  readonly place: TemplateLocation;
  /** As the compiler knows it. */
  readonly read: TemplateRead;
  readonly view: EventView;
}

/** A call of a helper without a result. */
export interface WatchedCall {
  readonly place: TemplateLocation;
  readonly helper: string;
  readonly args: readonly unknown[];
  readonly hash: Readonly<Record<string, unknown>>;
  readonly set: ReadSet;
  readonly frame: Frame;
}

export interface PathListener {
  readonly path: (watched: WatchedPath) => void;
  readonly emptyCall: (watched: WatchedCall) => void;
}

/** Wraps a probe. Skips templates of presets, which users cannot change. */
export function watchPaths(inner: TemplateProbe, listener: PathListener): TemplateProbe {
  let template: ConfigPath | undefined;
  const placeIn = ({ partial, source }: ParsedSource, start: number, length: number) => ({
    path: partial === undefined ? (template as ConfigPath) : ["hooks", "partials", partial],
    source,
    start,
    end: start + length,
  });
  const placeAll = (found: readonly FoundPath[], parsed: ParsedSource): readonly NamedPath[] =>
    found.filter(namesField).map(({ node: path, ...rest }) => ({
      node: path,
      ...rest,
      place: placeIn(parsed, path.start, lengthOfPath(parsed.source, path.start)),
    }));

  return {
    ...inner,
    begin: (path) => {
      template = path[1] === "mappings" ? path : undefined;
      inner.begin(path);
    },
    end: () => {
      template = undefined;
      inner.end();
    },
    expression: (node, parsed, value) => {
      const read = inner.expression(node, parsed, value);
      if (template === undefined) return read;
      const named = placeAll(listPaths(node), parsed);
      return (frame) => {
        look(named, value, frame);
        return read(frame);
      };
    },
    call: (node, parsed, probed) => {
      const call = inner.call(node, parsed, probed);
      if (template === undefined) return call;
      const helper = nameOfCall(node);
      const place = placeIn(parsed, node.path.start, helper.length);
      return (args, hash, frame) => {
        const value = call(args, hash, frame);
        const isEmpty = value === undefined || value === null || value === "";
        if (isEmpty) listener.emptyCall({ place, helper, args, hash, set: probed, frame });
        return value;
      };
    },
    block: (node, parsed, helper) => {
      const block = inner.block(node, parsed, helper);
      if (template === undefined || node.isRaw) return block;
      // The field of `{{#field}}` is also in its closing tag, so it is skipped.
      const named = placeAll(listArguments(node), parsed);
      return {
        ...block,
        render: (value, hash, parts, frame) => {
          look(named, parts.from, frame);
          return block.render(value, hash, parts, frame);
        },
      };
    },
  };

  function look(named: readonly NamedPath[], { reads }: ReadSet, frame: Frame): void {
    for (const { node, call, namesElements, place } of named) {
      const {
        context,
        run: { scope },
      } = frame;
      const view = scope as EventView;
      const found = reads
        .filter((read) => isReadOf(read, node))
        .flatMap((read) =>
          locateOrigin({ reads: [read], helpers: [] }, frame).paths.map((at) => ({ read, at })),
        );
      for (const { read, at } of found.slice(0, 1)) {
        listener.path({
          place,
          read,
          view,
          parts: node.parts,
          above: "../".repeat(node.depth),
          at,
          value: readOrigin(at, view),
          scope,
          isOfBody: context === scope.payload,
          call,
          namesElements,
        });
      }
    }
  }
}

const WRITTEN_PATH = new RegExp(String.raw`^(?:${BRACKET_STEP}|[^\s()[\]{}|~=])*`);

/** With the brackets, which the names of a path lack. */
function lengthOfPath(source: string, start: number): number {
  return source.length - start - source.slice(start).replace(WRITTEN_PATH, "").length;
}

interface FoundPath {
  readonly node: PathNode;
  readonly call: string | undefined;
  readonly namesElements: boolean;
}

interface NamedPath extends FoundPath {
  readonly place: TemplateLocation;
}

/** The fields in a tag: its own, or those of its arguments. */
function listPaths(node: CallNode): readonly FoundPath[] {
  const { path, params, hash } = node;
  const isCall = params.length > 0 || hash !== undefined;
  if (isCall) return listArguments(node);
  return path.type === "PathExpression"
    ? [{ node: path, call: undefined, namesElements: false }]
    : [];
}

/** Not `@root.x`, and not `this`. */
function namesField({ node: { data, parts } }: FoundPath): boolean {
  return !data && parts.length > 0;
}

function listArguments(node: CallNode): readonly FoundPath[] {
  const call = nameOfCall(node);
  const list = (value: ExpressionNode, namesElements: boolean): readonly FoundPath[] => {
    if (value.type === "PathExpression") return [{ node: value, call, namesElements }];
    return value.type === "SubExpression" ? listArguments(value) : [];
  };
  return [
    ...node.params.flatMap((value, index) => list(value, call === "pluck" && index === 1)),
    ...(node.hash?.pairs ?? []).flatMap(({ key, value }) => list(value, key === "by")),
  ];
}

/** The steps of a read are the names as written, without a root or block name before them. */
function isReadOf({ steps }: TemplateRead, { parts }: PathNode): boolean {
  const before = parts.length - steps.length;
  return (
    (before === 0 || before === 1) && steps.every((step, index) => step === parts[index + before])
  );
}
