// The client file of Google's console → the id and secret of the OAuth client, or what is wrong with it.
import { parseJson } from "../../data/parse-json.ts";
import { readMember, readTextMember } from "../../data/read-member.ts";
import type { MailFailure } from "../../model/failure.ts";

/** An OAuth client of the type *Desktop app*. */
export interface OAuthClientFile {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The topic must be in this project. Where the file names none, it is the number that the client id begins with. */
  readonly project: string | undefined;
}

type ClientFileResult =
  | { readonly ok: true; readonly value: OAuthClientFile }
  | { readonly ok: false; readonly failure: MailFailure };

const MAKE_ONE =
  'In Google\'s console, open "Google Auth Platform", "Clients", create a client of the type "Desktop app", and download its JSON then: Google does not offer it later.';

export function parseClientFile(text: string): ClientFileResult {
  const json = parseJson(text);
  if (json === undefined) return refuse("The client file is not JSON.");
  const installed = readMember(json, "installed");
  if (installed === undefined) {
    return refuse(
      readMember(json, "web") === undefined
        ? "The client file is not one of an OAuth client."
        : "The client file is one of a web application, which a login on this machine cannot use.",
    );
  }
  const clientId = readTextMember(installed, "client_id");
  const clientSecret = readTextMember(installed, "client_secret");
  if (clientId === undefined || clientSecret === undefined) {
    return refuse("The client file lacks its client_id or client_secret.");
  }
  const project =
    readTextMember(installed, "project_id") ?? /^(\d+)-/.exec(clientId)?.[1] ?? undefined;
  return { ok: true, value: { clientId, clientSecret, project } };
}

function refuse(message: string): ClientFileResult {
  return { ok: false, failure: { code: "invalid", message, hint: MAKE_ONE } };
}
