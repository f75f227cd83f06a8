// Configs with one `auth` in short, for the tests of its compilation.

import type { AuthRequest, RouteAuth } from "../../../signatures/src/model.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";
import type { Problem } from "../../src/model/problem.ts";
import type { Hooks } from "../../src/serving/resolve/hooks.ts";
import { requestOf } from "./requests.ts";

/** The name of the hook that has the `auth`. */
export const NAME = "x";

const TOKEN = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";

export interface AuthTestOptions extends CompileOptions {
  readonly enabled?: boolean;
}

export function mapping(auth: unknown, path: string = NAME): object {
  return { match: { path }, messageTemplate: "x", ...(auth !== undefined && { auth }) };
}

function run(mappings: readonly object[], { enabled = true, ...options }: AuthTestOptions = {}) {
  return safeCompileHooks({ hooks: { enabled, token: TOKEN, mappings } }, options);
}

export function compile(mappings: readonly object[], options?: AuthTestOptions): Hooks {
  const result = run(mappings, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.hooks;
}

export function authOf(auth: unknown, options?: AuthTestOptions): RouteAuth | undefined {
  return compile([mapping(auth)], options).endpoint(NAME)?.auth;
}

/** Errors and warnings alike. */
export function problemsOf(auth: unknown, options?: AuthTestOptions): readonly Problem[] {
  return problemsOfAll([mapping(auth)], options);
}

export function problemsOfAll(
  mappings: readonly object[],
  options?: AuthTestOptions,
): readonly Problem[] {
  const result = run(mappings, options);
  return result.ok ? result.hooks.warnings : result.problems;
}

/** The place of the secret that matched, or the code of the refusal. */
export async function check(
  auth: RouteAuth | undefined,
  request: Partial<AuthRequest> & { readonly text?: string },
): Promise<number | string> {
  const result = await auth?.check(requestOf(request));
  if (result === undefined) throw new Error("no auth");
  return result.ok ? result.keyIndex : result.code;
}
