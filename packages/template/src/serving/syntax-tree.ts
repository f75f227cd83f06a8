// The tree of a template as data: authoring makes it of a source, and linking makes closures of it. JSON holds
// all of it.

/** A template as data. */
export type TemplateTree = PlainSource | ParsedSource;

/** A source without braces, which has nothing to link. */
export interface PlainSource {
  readonly source: string;
  /** The text, where it is another than the source: without backslashes. */
  readonly text?: string;
  readonly program?: undefined;
}

/** A path: `user.name`, `../id`, `@index`. */
export interface PathNode {
  readonly type: "PathExpression";
  readonly data: boolean;
  readonly depth: number;
  readonly parts: readonly string[];
  readonly original: string;
  /** Offset in the text that the author wrote. */
  readonly start: number;
}

export interface HashNode {
  readonly pairs: readonly { readonly key: string; readonly value: ExpressionNode }[];
}

/** What is called or read, with its arguments. */
export interface CallNode {
  readonly path: PathNode | LiteralNode;
  readonly params: readonly ExpressionNode[];
  readonly hash?: HashNode | undefined;
  /** Where the call opens a block: its body, and the names behind `as`. Absent in `{{^x}}…{{/x}}`. */
  readonly program?: ProgramNode | undefined;
  readonly start: number;
}

interface SubExpressionNode extends CallNode {
  readonly type: "SubExpression";
}

export type LiteralNode = { readonly start: number } & (
  | { readonly type: "StringLiteral"; readonly value: string }
  | { readonly type: "NumberLiteral"; readonly value: number | NumberBeyondJson }
  | { readonly type: "BooleanLiteral"; readonly value: boolean }
  | { readonly type: "UndefinedLiteral" }
  | { readonly type: "NullLiteral" }
);

/** JSON has no such number, so that it is written as a text. */
type NumberBeyondJson = "-0" | "Infinity" | "-Infinity";

/** An argument, or what a tag shows. */
export type ExpressionNode = PathNode | SubExpressionNode | LiteralNode;

/** The statements of a template, or of the half of a block. */
export interface ProgramNode {
  readonly type: "Program";
  readonly body: readonly StatementNode[];
  /** Its inline partials, and every other decorator; absent where it has none. */
  readonly decorators?: readonly DecoratorNode[];
  readonly blockParams?: readonly string[] | undefined;
  /** Whether it is the other half of a block because of an `else if`, which is its one statement. */
  readonly chained?: boolean;
}

export interface ContentNode {
  readonly type: "ContentStatement";
  readonly value: string;
  /** Whether no tag precedes it on its line; absent where there was no white space to trim. */
  readonly opensLine?: boolean;
}

/** With its offsets in the source: only in trees that are made to explain a rendering, and in no plan. */
export interface LocatedText extends ContentNode {
  readonly start?: number;
  readonly end?: number;
}

export interface CommentNode {
  readonly type: "CommentStatement";
}

/** A tag whose value is shown: `{{name}}`, `{{upper name}}`. */
export interface MustacheNode extends CallNode {
  readonly type: "MustacheStatement";
  /** Where the tag ends. */
  readonly end: number;
}

/** A block: `{{#if x}}…{{else}}…{{/if}}`. */
export interface BlockNode extends CallNode {
  readonly type: "BlockStatement";
  readonly inverse?: ProgramNode | undefined;
  /** Where the opening tag ends. */
  readonly openEnd: number;
  /** `{{{{name}}}}…{{{{/name}}}}`: nothing inside is an expression. */
  readonly isRaw: boolean;
}

/** `{{> name context key=value}}`, or with a body: `{{#> name}}…{{/name}}`. */
export interface PartialNode {
  readonly type: "PartialStatement" | "PartialBlockStatement";
  readonly name: ExpressionNode;
  readonly params: readonly ExpressionNode[];
  readonly hash?: HashNode | undefined;
  /** White space before a partial that is alone on its line. */
  readonly indent: string;
  readonly program?: ProgramNode | undefined;
  readonly start: number;
}

/** `{{#*inline "name"}}…{{/inline}}` and every other decorator. */
export interface DecoratorNode extends CallNode {
  readonly type: "Decorator" | "DecoratorBlock";
}

/** A piece of a body, in the order of the text. */
export type StatementNode = ContentNode | CommentNode | MustacheNode | BlockNode | PartialNode;

/** A template or a partial, read. */
export interface ParsedSource {
  readonly source: string;
  readonly program: ProgramNode;
  /** The partial whose text this is; absent for the template itself. */
  readonly partial?: string | undefined;
}

type LiteralValue = string | number | boolean | null | undefined;

/** A literal of the syntax tree → its value. */
export function valueOfLiteral(node: LiteralNode): LiteralValue {
  if (node.type === "UndefinedLiteral") return undefined;
  if (node.type === "NumberLiteral") return Number(node.value);
  return node.type === "NullLiteral" ? null : node.value;
}
