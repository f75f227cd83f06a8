// The plan of the endpoints and the ports of the runtime → the endpoints, ready for requests; what is wrong with a secret is reported.
import {
  type AuthPlan,
  type AuthPorts,
  type BodyFormat,
  type CryptoPort,
  linkAuth,
  type RouteAuth,
} from "@hookwright/signatures/runtime";
import { createProblem, type FormOptions } from "../../model/index.ts";
import type { Endpoint, Endpoints } from "../resolve/index.ts";
import { createSecretReaders, type SecretPorts } from "./read-auth-secrets.ts";

/** What holds for one hook name, as data. */
export interface EndpointPlan {
  readonly name: string;
  /** Absent: the hook token opens it alone. */
  readonly auth?: AuthPlan;
  readonly bodyFormats: readonly BodyFormat[];
  /** `files`: by the name of a part, what its content is read as. */
  readonly form?: Omit<FormOptions, "files"> & {
    readonly files: Readonly<Record<string, "json" | "text">>;
  };
  readonly maxBodyBytes: number;
}

/** What holds for all hook names, as data. */
export interface EndpointsPlan {
  /** The names that mappings have, and the built-in routes. */
  readonly named: readonly EndpointPlan[];
  /** Of every other name; absent where each mapping has a name. */
  readonly ofOthers?: Pick<EndpointPlan, "bodyFormats" | "maxBodyBytes">;
}

interface EndpointPorts
  extends SecretPorts,
    Pick<AuthPorts, "keys" | "timer" | "verifiers" | "keepSecret"> {
  /** Called where there is an `auth`. */
  readonly chooseCrypto: () => CryptoPort;
  /** A config that exposes nothing needs no secrets, so none are read for it. */
  readonly readsSecrets: boolean;
}

export function linkEndpoints({ named, ofOthers }: EndpointsPlan, ports: EndpointPorts): Endpoints {
  const link = createAuthLinker(ports);
  const byName = new Map<string, Endpoint>();
  let hasAuth = false;
  for (const { auth: plan, form, ...endpoint } of named) {
    const auth = plan && link(plan);
    hasAuth ||= auth !== undefined;
    byName.set(endpoint.name, {
      ...endpoint,
      auth,
      ...(form !== undefined && {
        form: { ...form, files: new Map(Object.entries(form.files)) },
      }),
    });
  }
  return {
    byName,
    ofOthers: ofOthers && { name: undefined, auth: undefined, ...ofOthers },
    hasAuth,
  };
}

/** Undefined for a plan with something wrong, which is reported. */
function createAuthLinker(ports: EndpointPorts): (plan: AuthPlan) => RouteAuth | undefined {
  const { keys, timer, verifiers, keepSecret, readsSecrets, report } = ports;
  const readerOf = createSecretReaders(ports);
  let crypto: CryptoPort | undefined;
  return (plan) => {
    crypto ??= ports.chooseCrypto();
    const readSecret = readsSecrets ? readerOf(plan) : () => undefined;
    const result = linkAuth(plan, { crypto, keys, timer, verifiers, keepSecret, readSecret });
    for (const { code, at, message, hint, severity } of result.problems) {
      report(createProblem(code, [...plan.path, ...at], message, { hint, severity }));
    }
    return result.ok ? result.auth : undefined;
  };
}
