// As much of Express as the tests use; its types are a package of their own.
declare module "express" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Request = IncomingMessage & {
    readonly originalUrl: string;
    readonly body: unknown;
    readonly ip: string | undefined;
  };
  export type Response = ServerResponse & { readonly json: (value: unknown) => void };
  export type Middleware = (request: Request, response: Response, next: () => void) => unknown;
  export type Parser = (options?: {
    type: string;
    limit?: string;
    verify?: (request: Request, response: Response, raw: Buffer) => void;
  }) => Middleware;
  export interface Express {
    (request: IncomingMessage, response: ServerResponse): void;
    readonly set: (name: string, value: unknown) => void;
    readonly use: (...parameters: (string | Middleware)[]) => void;
    readonly post: (path: string, middleware: Middleware) => void;
  }

  const express: {
    (): Express;
    readonly json: Parser;
    readonly raw: Parser;
    readonly text: Parser;
  };
  export default express;
}
