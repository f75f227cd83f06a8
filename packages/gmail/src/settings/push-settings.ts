// What `hooks.gmail` says of pushes → where they are received, and what they must prove.
import type { GmailInput, SecretInput } from "@hookwright/core";
import type { GmailMode } from "../model/mode.ts";
import type { GmailSettings } from "../model/settings.ts";
import { isExposed } from "./choose-mode.ts";
import { problemOf, type SettingsProblem } from "./settings-problem.ts";

interface PushSettingsContext {
  readonly mode: GmailMode;
  readonly problems: SettingsProblem[];
  /** The text of a secret; where there is none, a problem is noted. */
  readonly readKey: (key: "pushToken", written: SecretInput) => string | undefined;
}

type PushSettings = Pick<GmailSettings, "pushToken" | "pushIdentity" | "serve">;

const PATH = "/gmail-pubsub";

/** The secrets of pushes are read in push mode only: other modes work without them. */
export function readPushSettings(gmail: GmailInput, context: PushSettingsContext): PushSettings {
  const { serve = {}, pushToken: written } = gmail;
  const { bind = "127.0.0.1", port = 8788 } = serve;
  const paths = new Set([serve.path ?? defaultPath(gmail)]);
  if (isExposed(gmail)) paths.add(gmail.tailscale?.path ?? PATH);
  // Also beside a path that is written: that one is never asked for then.
  if (isExposed(gmail) && gmail.tailscale?.target === undefined) paths.add("/");
  const tunnelCommand = tunnelCommandOf(gmail, port);
  const isPush = context.mode === "push";
  const proof = isPush ? readProof(gmail, context) : NO_PROOF;
  const pushToken =
    isPush && written !== undefined ? context.readKey("pushToken", written) : undefined;
  return {
    pushToken,
    pushIdentity: proof,
    serve: { bind, port, paths: [...paths], ...(tunnelCommand !== undefined && { tunnelCommand }) },
  };
}

/** For people to copy into a shell: only what no shell reads in another way. */
const PLAIN = /^[\w./:@%+-]+$/;

/** Tailscale takes its path off what it passes on, so that pushes arrive at `/` unless the target has a path. */
function tunnelCommandOf({ tailscale }: GmailInput, port: number): string | undefined {
  const { mode = "off", path = PATH, target = `http://127.0.0.1:${port}` } = tailscale ?? {};
  const isPlain = /^(?:serve|funnel)$/.test(mode) && PLAIN.test(path) && PLAIN.test(target);
  return isPlain ? `tailscale ${mode} --bg --set-path ${path} ${target}` : undefined;
}

const NO_PROOF = undefined;

/** Tailscale strips its own path unless it is told a target, which has one. */
function defaultPath(gmail: GmailInput): string {
  return isExposed(gmail) && gmail.tailscale?.target === undefined ? "/" : PATH;
}

function readProof(
  { audience, email, pushToken }: GmailInput,
  { problems }: PushSettingsContext,
): GmailSettings["pushIdentity"] {
  if (audience !== undefined && email !== undefined) return { audience, email };
  if (audience !== undefined || email !== undefined) {
    const key = audience === undefined ? "audience" : "email";
    const hint = "Write both audience and email, as the push subscription has them, or neither.";
    problems.push(problemOf(key, { what: "is missing.", hint }));
  } else if (pushToken === undefined) {
    const hint =
      "Write audience and email of the subscription's signed posts, or a pushToken, or use another mode.";
    problems.push(problemOf("pushToken", { what: "is missing, so anybody could push.", hint }));
  }
  return undefined;
}
