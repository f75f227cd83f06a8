// The part of the Handlebars syntax tree that the compiler reads.

export interface Located {
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
}

export interface PathNode extends Located {
  readonly type: "PathExpression";
  readonly data: boolean;
  readonly depth: number;
  readonly parts: readonly string[];
  readonly original: string;
}

export interface HashNode {
  readonly pairs: readonly { readonly key: string; readonly value: ExpressionNode }[];
}

export interface CallNode extends Located {
  readonly path: PathNode | LiteralNode;
  readonly params: readonly ExpressionNode[];
  readonly hash?: HashNode | null;
  /** Where the call opens a block: its body, and the names behind `as`. Absent in `{{^x}}…{{/x}}`. */
  readonly program?: ProgramNode | null;
}

export interface SubExpressionNode extends CallNode {
  readonly type: "SubExpression";
}

export type LiteralNode =
  | ({ readonly type: "StringLiteral"; readonly value: string } & Located)
  | ({ readonly type: "NumberLiteral"; readonly value: number } & Located)
  | ({ readonly type: "BooleanLiteral"; readonly value: boolean } & Located)
  | ({ readonly type: "UndefinedLiteral" } & Located)
  | ({ readonly type: "NullLiteral" } & Located);

export type ExpressionNode = PathNode | SubExpressionNode | LiteralNode;

export interface ProgramNode {
  readonly type: "Program";
  readonly body: readonly StatementNode[];
  readonly blockParams?: readonly string[];
}

export interface MustacheNode extends CallNode {
  readonly type: "MustacheStatement";
}

export interface BlockNode extends CallNode {
  readonly type: "BlockStatement";
  readonly inverse?: ProgramNode | null;
}

/** `{{> name context key=value}}`, or with a body: `{{#> name}}…{{/name}}`. */
export interface PartialNode extends Located {
  readonly type: "PartialStatement" | "PartialBlockStatement";
  readonly name: ExpressionNode;
  readonly params: readonly ExpressionNode[];
  readonly hash?: HashNode | null;
  /** White space before a partial that stands alone on its line. */
  readonly indent?: string;
  readonly program?: ProgramNode;
}

/** `{{#*inline "name"}}…{{/inline}}` and every other decorator. */
export interface DecoratorNode extends CallNode {
  readonly type: "Decorator" | "DecoratorBlock";
  readonly program?: ProgramNode;
}

export type StatementNode =
  | ({ readonly type: "ContentStatement"; readonly value: string } & Located)
  | ({ readonly type: "CommentStatement" } & Located)
  | MustacheNode
  | BlockNode
  | PartialNode
  | DecoratorNode;
