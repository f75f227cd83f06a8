// A captured request and how its sender proves itself → why it passes or does not, step by step. Exit code 0, 1, 2.
import { createHash } from "node:crypto";
import { visibleText } from "@hookwright/base";
import type { AuthRequest, RouteAuth } from "@hookwright/core";
import { explainCheck } from "@hookwright/signatures";
import { createUsageError } from "../cli-error.ts";
import { FOR_SERVING, loadConfig } from "../config/load-config.ts";
import { readInputBytes } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { useColor } from "../output/color.ts";
import { refuseReports } from "../output/refuse-reports.ts";
import { reportToJson } from "../output/report-to-json.ts";
import { checkToJson, checkToText } from "../output/senders/check-to-text.ts";
import { createServerLog } from "../output/server-log.ts";
import { createStyle } from "../output/style.ts";
import { type CaptureFindings, checkCapture } from "../senders/check-capture.ts";
import { compileProvider } from "../senders/compile-provider.ts";
import { type CapturedRequest, parseHttpRequest } from "../senders/parse-http-request.ts";
import type { SecretOptions } from "../senders/secret-options.ts";

export interface VerifyOptions extends SecretOptions {
  readonly http: string;
  readonly provider?: string;
  readonly publicUrl?: string;
  readonly config?: string;
  readonly name?: string;
  readonly at?: string;
  readonly json?: boolean;
}

export async function verify(options: VerifyOptions, io: Io): Promise<number> {
  const captured = parseHttpRequest(
    await readInputBytes({ what: "request", path: options.http }, io),
  );
  const { judgedAt, judgedBy } = chooseTime(options.at, captured);
  const found = await findAuth(options, io);
  if (found === undefined) return 2;
  const { method, target, headers, body } = captured;
  const request: AuthRequest = { method, target, headers, body, receivedAt: judgedAt };
  const { lengthNotes, encodingNotes, decompressed } = checkCapture(captured);
  const explanation = await explainCheck(found, request);
  const result = {
    title: options.provider ?? `the hook "${options.name}"`,
    request,
    captured,
    judgedBy,
    bodyHash: createHash("sha256").update(body).digest("hex"),
    lengthNotes,
    encodingNotes,
    kind: found.kind,
    explanation,
    rightDecompressed: explanation.passes
      ? undefined
      : await findRightCoding(found, request, decompressed),
  };
  const text = options.json
    ? reportToJson("verify", checkToJson(result))
    : checkToText(result, createStyle(useColor(io.stdout, io.env)));
  io.stdout.write(`${text}\n`);
  return result.explanation.passes ? 0 : 1;
}

/** The coding without which the signature is right: then it was signed before it was compressed. */
async function findRightCoding(
  auth: RouteAuth,
  request: AuthRequest,
  decompressed: CaptureFindings["decompressed"],
): Promise<string | undefined> {
  if (decompressed === undefined) return undefined;
  const { body, coding } = decompressed;
  const { signature } = await explainCheck(auth, { ...request, body });
  const isRight = signature?.candidates.some(({ matches }) => matches.includes(true));
  return isRight ? coding : undefined;
}

interface JudgedTime {
  /** Milliseconds since the epoch. */
  readonly judgedAt: number;
  readonly judgedBy: "--at" | "the Date header of the request" | "the clock of this machine";
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

function chooseTime(at: string | undefined, { headers }: CapturedRequest): JudgedTime {
  if (at !== undefined) {
    const judgedAt = ISO.test(at) ? Date.parse(at) : Number.NaN;
    if (!Number.isNaN(judgedAt)) return { judgedAt, judgedBy: "--at" };
    throw createUsageError("--at is no time.", "Write it so: 2026-01-31T12:00:00Z");
  }
  const date = Date.parse(String(headers["date"]));
  return Number.isNaN(date)
    ? { judgedAt: Date.now(), judgedBy: "the clock of this machine" }
    : { judgedAt: date, judgedBy: "the Date header of the request" };
}

/** Undefined where the config cannot be used, which is reported. */
async function findAuth(options: VerifyOptions, io: Io): Promise<RouteAuth | undefined> {
  const { provider, config, name } = options;
  if (provider === undefined) {
    if (config !== undefined && name !== undefined)
      return findInConfig({ config, name }, options, io);
    const hint = "Write --provider github --secret-env NAME, or a config and --name HOOK.";
    throw createUsageError("Nothing says how the sender proves itself.", hint);
  }
  if (config !== undefined || name !== undefined) {
    const hint = "A config says itself how the senders of its hooks prove themselves.";
    throw createUsageError("--provider does not go with a config and --name.", hint);
  }
  const { auth, warnings } = await compileProvider({ ...options, provider }, io);
  for (const warning of warnings) io.stderr.write(`warning ${visibleText(warning)}\n`);
  return auth;
}

async function findInConfig(
  { config, name }: { readonly config: string; readonly name: string },
  { http, json }: VerifyOptions,
  io: Io,
): Promise<RouteAuth | undefined> {
  if (config === "-" && http === "-") {
    throw createUsageError("Standard input cannot be both the config and the request.");
  }
  const log = createServerLog({ log: io.stderr, env: io.env }, json === true);
  const result = await loadConfig(config, { io, log, demands: FOR_SERVING });
  if (!result.ok) {
    refuseReports([result], json === true, io);
    return undefined;
  }
  // Background work of modules must not delay the end of the command.
  await result.close(0);
  const { hooks } = result;
  if (!hooks.settings.enabled) {
    const hint = 'Write "enabled": true into the block "hooks".';
    throw createUsageError("hooks.enabled is not true, so that no secrets are read.", hint);
  }
  const auth = hooks.routeAuth(name.replace(/^\/+|\/+$/g, ""));
  if (auth !== undefined) return auth;
  const hint = 'The hook token opens it. Write "auth" into its mapping, or --provider.';
  throw createUsageError(`No mapping of the name "${name}" has an auth.`, hint);
}
