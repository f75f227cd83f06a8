// A running host, live requests and the options of `serve` → its API on the admin port, or why it is off.
import type { ServerResponse } from "node:http";
import { basename } from "node:path";
import type { Api, ApiError, StreamedChange } from "@hookwright/host/api";
import { isLoopback } from "../commands/is-loopback.ts";
import type { RunningHost } from "../host/start-host.ts";
import { STDIN_NAME } from "../input/read-input.ts";
import type { LiveServer } from "../live/create-live.ts";
import type { ServerLog } from "../output/server-log.ts";
import { readVersion } from "../read-version.ts";
import type { PagesAddress } from "./serve-pages.ts";
import { writeToken } from "./write-token.ts";

interface ApiSettings {
  /** With the names by which the port is reached. */
  readonly admin: PagesAddress;
  readonly adminPublic?: boolean;
  readonly adminTokenFile?: string;
  readonly adminWrite?: boolean;
  readonly studioEvents?: boolean;
  /** Of the server that receives events; undefined until it listens. */
  readonly hooksUrl: () => string | undefined;
  /** Whether a person reads the log on a terminal. */
  readonly isTerminal: boolean;
  readonly filename: string;
  readonly log: Pick<ServerLog, "notice" | "warning">;
}

/** What the API shows; each may be absent. */
export interface ApiParts {
  readonly running: RunningHost | undefined;
  readonly live: LiveServer | undefined;
}

export interface AdminApi {
  readonly handle: Api["handle"];
  readonly publish: (change: StreamedChange) => void;
  /** Once the port listens, so that the token of a running server stays if the port is in use. */
  readonly writeToken: () => Promise<void>;
  /** Logs how to reach it, or why it is off. */
  readonly announce: (url: string) => void;
  readonly close: () => void;
}

/** Without this, /healthz and /metrics are served as ever. */
export async function openApi(
  { running, live }: ApiParts,
  settings: ApiSettings,
): Promise<AdminApi> {
  const { admin, adminTokenFile, adminWrite = false, filename, log } = settings;
  const reason = findReason(settings);
  if (reason !== undefined) {
    const isWanted = adminWrite || adminTokenFile !== undefined;
    const tell = log[isWanted ? "warning" : "notice"];
    return {
      handle: (_request, response) => refuseApi(response, 403, { code: "api_off", ...reason }),
      publish: () => undefined,
      writeToken: async () => undefined,
      announce: () => tell(`${reason.message} ${reason.hint}`),
      close: () => undefined,
    };
  }
  const { createApi } = await import("@hookwright/host/api");
  const operated = { ...running?.operated, ...(live && { live: live.operations }) };
  const api = createApi(operated, {
    ...admin,
    allowWrite: adminWrite,
    hasEvents: settings.studioEvents === true,
    hooksUrl: settings.hooksUrl,
    config: filename === STDIN_NAME ? filename : basename(filename),
    version: readVersion(),
    warn: log.warning,
  });
  running?.observe(api.publish);
  return {
    ...api,
    writeToken: async () => {
      if (adminTokenFile !== undefined)
        await writeToken(adminTokenFile, { token: api.token, option: "--admin-token-file" });
    },
    announce: (url) => {
      const pages = running === undefined ? `${url}/play/` : url;
      const slash = running === undefined ? "" : "/";
      const end =
        adminTokenFile === undefined
          ? `${slash}#t=${api.token}`
          : `, its API at ${url}/api, and the token of both in ${adminTokenFile}`;
      log.notice(`Its pages are at ${pages}${end}`);
      if (live !== undefined && running !== undefined) {
        log.notice(`Its live requests are at ${url}/play/`);
      }
    },
  };
}

/** Answers without a look at the request. */
export function refuseApi(
  response: ServerResponse,
  status: number,
  error: ApiError["error"],
): void {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify({ error }));
}

function findReason(
  settings: ApiSettings,
): { readonly message: string; readonly hint: string } | undefined {
  const { admin, adminPublic = false, adminTokenFile, isTerminal } = settings;
  if (!isLoopback(admin.host) && !adminPublic) {
    return {
      message: `The API is off: other machines can reach the admin port at ${admin.host}, and what it sends is not encrypted.`,
      hint: "Add --admin-public to serve it there.",
    };
  }
  if (adminTokenFile === undefined && !isTerminal) {
    return {
      message: "The API is off: its token is shown only on a terminal.",
      hint: "Add --admin-token-file FILE to write it to a file.",
    };
  }
  return undefined;
}
