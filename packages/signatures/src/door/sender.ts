// The plan of a vendor's requests and the link of its family → a sender, which the functions of the door read.
import { runtimeSubtle, runtimeTimer } from "@hookwright/base";
import type {
  AuthPlan,
  AuthProblem,
  HandshakePlan,
  PlannedSecret,
  WrittenSecret,
} from "../auth-plan.ts";
import type {
  CryptoPort,
  DeliveryFacts,
  KeysPort,
  PlannedProvider,
  SecretLocations,
} from "../model.ts";
import { type AuthPorts, type FamilyParts, type Linking, report } from "../serving/link/linking.ts";
import { createWebCrypto } from "../serving/web-crypto.ts";

/**
 * Who sends the requests, with what proves it: what `github({ secret })` returns. Make it once, because it keeps the
 * keys that it has imported or fetched.
 */
export interface WebhookSender {
  /** Id of the vendor, such as `github`. */
  readonly provider: string;
  /** For the functions of this package. A function, so that no log and no JSON of a sender has its secrets. */
  readonly read: () => SenderParts;
}

/** What the functions of this package read of a sender. */
export interface SenderParts {
  readonly plan: AuthPlan;
  /** The check of requests; made once for each pair of ports. */
  readonly link: (ports: SenderPorts) => LinkedSender;
  /** All ports of the check, with the defaults of the runtime. */
  readonly portsOf: (ports: SenderPorts, problems: AuthProblem[]) => AuthPorts;
}

/** What a runtime supplies. */
export interface SenderPorts {
  readonly crypto?: CryptoPort | undefined;
  readonly keys?: KeysPort | undefined;
}

type LinkedSender =
  | { readonly ok: true; readonly parts: FamilyParts }
  | { readonly ok: false; readonly problems: readonly AuthProblem[] };

/** What is known of a vendor, and is in the plan of every family. */
export interface SenderRow extends PlannedProvider {
  readonly delivery?: DeliveryFacts;
  readonly handshake?: HandshakePlan;
}

interface NewSender<Plan extends AuthPlan> {
  readonly plan: Plan;
  readonly link: (plan: Plan, linking: Linking) => FamilyParts | undefined;
  /** What is wrong with the options. */
  readonly problems?: readonly AuthProblem[] | undefined;
  /** For senders whose keys are fetched: the port where the caller passes none. */
  readonly keys?: () => KeysPort | undefined;
}

export function createSender<Plan extends AuthPlan>(made: NewSender<Plan>): WebhookSender {
  const { plan } = made;
  let last: (SenderPorts & { readonly linked: LinkedSender }) | undefined;
  const portsOf: SenderParts["portsOf"] = ({ crypto, keys }, problems) => ({
    crypto: crypto ?? createWebCrypto(runtimeSubtle()),
    keys: keys ?? made.keys?.(),
    timer: runtimeTimer,
    readSecret: (secret, { at }) => readText(secret, { at }, problems),
  });
  const link = (ports: SenderPorts): LinkedSender => {
    const { crypto, keys } = ports;
    if (last?.crypto !== crypto || last?.keys !== keys) last = undefined;
    last ??= { crypto, keys, linked: linkSender(made, portsOf, ports) };
    return last.linked;
  };
  const parts = { plan, link, portsOf };
  return { provider: plan.provider?.id ?? plan.id, read: () => parts };
}

function linkSender<Plan extends AuthPlan>(
  made: NewSender<Plan>,
  portsOf: SenderParts["portsOf"],
  given: SenderPorts,
): LinkedSender {
  const problems: AuthProblem[] = [...(made.problems ?? [])];
  const ports = portsOf(given, problems);
  const parts = made.link(made.plan, { ports, path: [], problems });
  const errors = problems.filter(({ severity }) => severity === "error");
  return parts === undefined || errors.length > 0
    ? { ok: false, problems: errors }
    : { ok: true, parts };
}

/** At run time, a variable that is not set is undefined, although its type is a text. */
function readText(
  secret: WrittenSecret,
  { at }: Pick<PlannedSecret, "at">,
  problems: AuthProblem[],
): string | undefined {
  if (typeof secret === "string" && secret.trim() !== "") return secret;
  const message = `"${at[0]}" is empty or is not a text.`;
  const hint = "Check that the variable is set where the server runs.";
  return report({ problems }, { code: "secret_malformed", at, message, hint });
}

const NO_SECRETS: SecretLocations = { headers: [], query: [], body: [] };

interface CommonOptions {
  readonly publicUrl?: string;
  readonly verifyToken?: string;
}

/** What plans of every family have. */
export function commonPlan(
  { id, name, delivery, handshake }: SenderRow,
  { publicUrl, verifyToken }: CommonOptions,
): Pick<
  AuthPlan,
  "id" | "path" | "orToken" | "provider" | "secretPlaces" | "publicUrl" | "delivery" | "handshake"
> {
  const shown = verifyToken !== undefined && {
    verifyToken: { at: ["verifyToken"], secret: verifyToken },
  };
  return {
    id: "auth",
    path: [],
    orToken: false,
    provider: { id, name },
    secretPlaces: NO_SECRETS,
    ...(publicUrl !== undefined && { publicUrl: publicUrl.trim() }),
    ...(delivery && { delivery }),
    ...(handshake && { handshake: { ...handshake, ...shown } as HandshakePlan }),
  };
}

/** Secrets, keys or tokens as they are written, newest first. */
export function planSecrets(
  key: "secret" | "publicKey" | "token",
  written: string | readonly string[],
): readonly PlannedSecret[] {
  if (!Array.isArray(written)) return [{ at: [key], secret: written as string }];
  // An empty list accepts nothing; its one missing secret is reported.
  const list: readonly string[] = written.length === 0 ? [""] : written;
  return list.map((secret, index) => ({ at: [key, index], secret }));
}
