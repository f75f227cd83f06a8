// The text of a credentials file → credentials, or what is wrong with it. No sentence quotes the text.
import { parseJson } from "../../data/parse-json.ts";
import { readTextMember } from "../../data/read-member.ts";
import type { CredentialsResult, GoogleCredentials } from "./credentials.ts";

/** Takes `authorized_user` (a login) and `service_account` (a key). */
export function parseCredentials(text: string): CredentialsResult {
  const json = parseJson(text);
  if (json === undefined) return refuse("are not JSON", "Name the JSON file that Google gave you.");
  const type = readTextMember(json, "type");
  if (type === "authorized_user") return parseUser(json);
  if (type === "service_account") return parseServiceAccount(json);
  if (isClientFile(json)) {
    return refuse(
      "are a client file, with which nobody has logged in yet",
      "Give it to the login: hookwright gmail setup --client FILE.",
    );
  }
  const named = KNOWN_OTHERS.find((other) => other === type);
  return refuse(
    named === undefined ? "have no type that is known here" : `are of the type ${named}`,
    "Use authorized_user (made by a login) or service_account (a key of one).",
  );
}

/** Types of Google's that the flow does not take. Another text is not repeated: it could be a secret. */
const KNOWN_OTHERS = [
  "external_account",
  "external_account_authorized_user",
  "impersonated_service_account",
  "gdch_service_account",
];

function parseUser(json: unknown): CredentialsResult {
  const clientId = readTextMember(json, "client_id");
  const clientSecret = readTextMember(json, "client_secret");
  const refreshToken = readTextMember(json, "refresh_token");
  if (clientId === undefined) return lacks("client_id");
  if (clientSecret === undefined) return lacks("client_secret");
  if (refreshToken === undefined) return lacks("refresh_token");
  const scopes = readTextMember(json, "scope")?.split(" ");
  const projectId = readTextMember(json, "project_id");
  return found({
    type: "authorized_user",
    clientId,
    clientSecret,
    refreshToken,
    ...(scopes && { scopes }),
    ...(projectId !== undefined && { projectId }),
  });
}

function parseServiceAccount(json: unknown): CredentialsResult {
  const email = readTextMember(json, "client_email");
  const privateKey = readTextMember(json, "private_key");
  if (email === undefined) return lacks("client_email");
  if (privateKey === undefined) return lacks("private_key");
  return found({
    type: "service_account",
    email,
    privateKey,
    privateKeyId: readTextMember(json, "private_key_id"),
    projectId: readTextMember(json, "project_id"),
  });
}

function isClientFile(json: unknown): boolean {
  return (
    json !== null &&
    typeof json === "object" &&
    (Object.hasOwn(json, "installed") || Object.hasOwn(json, "web"))
  );
}

function found(value: GoogleCredentials): CredentialsResult {
  return { ok: true, value };
}

function lacks(member: string): CredentialsResult {
  return refuse(`lack "${member}"`, "Use the file as Google made it.");
}

function refuse(what: string, hint: string): CredentialsResult {
  return {
    ok: false,
    failure: { code: "needs_login", message: `The Google credentials ${what}.`, hint },
  };
}
