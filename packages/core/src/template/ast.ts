// The part of the Handlebars syntax tree that the compiler reads.

export interface Location {
  readonly start: { readonly line: number; readonly column: number };
}

export interface PathNode {
  readonly type: "PathExpression";
  readonly data: boolean;
  readonly depth: number;
  readonly parts: readonly string[];
  readonly original: string;
  readonly loc: Location;
}

export interface CallNode {
  readonly path: ExpressionNode;
  readonly params: readonly ExpressionNode[];
  readonly hash?: {
    readonly pairs: readonly {
      readonly key: string;
      readonly value: ExpressionNode;
    }[];
  } | null;
  readonly loc: Location;
}

export interface SubExpressionNode extends CallNode {
  readonly type: "SubExpression";
}

export type LiteralNode =
  | {
      readonly type: "StringLiteral";
      readonly value: string;
      readonly original: string;
      readonly loc: Location;
    }
  | {
      readonly type: "NumberLiteral";
      readonly value: number;
      readonly original: number;
      readonly loc: Location;
    }
  | {
      readonly type: "BooleanLiteral";
      readonly value: boolean;
      readonly original: boolean;
      readonly loc: Location;
    }
  | { readonly type: "UndefinedLiteral"; readonly loc: Location }
  | { readonly type: "NullLiteral"; readonly loc: Location };

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
  /** Absent in `{{^x}}…{{/x}}`. */
  readonly program?: ProgramNode | null;
  readonly inverse?: ProgramNode | null;
}

export type StatementNode =
  | {
      readonly type: "ContentStatement";
      readonly value: string;
      readonly loc: Location;
    }
  | { readonly type: "CommentStatement"; readonly loc: Location }
  | MustacheNode
  | BlockNode
  | {
      readonly type: "PartialStatement" | "PartialBlockStatement" | "Decorator" | "DecoratorBlock";
      readonly loc: Location;
    };
