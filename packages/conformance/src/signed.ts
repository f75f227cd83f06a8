// A mapping with GitHub's signature and requests for it, for the cases of several files.
import { PRIVATE } from "./base-config.ts";
import type { CaseExpectation, CaseRequest } from "./case.ts";
import { hmacHex, SECRET } from "./sign.ts";

export const BODY = `{"action":"opened","note":"${PRIVATE}"}`;
export const OLD_SECRET = "conformance-secret-of-last-year";

export function signed(auth: object, fields: object = {}): object {
  return {
    mappings: [
      { id: "signed", match: { path: "signed" }, auth, messageTemplate: "{{action}}", ...fields },
      { id: "any", messageTemplate: "the catch-all" },
    ],
  };
}

export const GITHUB = signed({ provider: "github", secret: SECRET });

/** The same bytes and headers for every cause. */
export const UNAUTHORIZED: CaseExpectation = {
  status: 401,
  code: "unauthorized",
  body: '{"ok":false,"error":"Missing or wrong credentials.","code":"unauthorized"}',
  headers: { "www-authenticate": "Bearer", "retry-after": null },
};

export const ACCEPTED: CaseExpectation = {
  status: 202,
  actions: [{}],
  record: { mappingId: "signed", keyIndex: 0 },
};

export function refusedBy(auth: string): CaseExpectation {
  return { ...UNAUTHORIZED, record: { auth } };
}

export async function github(
  body: string | Uint8Array = BODY,
  secret = SECRET,
): Promise<CaseRequest> {
  const headers = [["X-Hub-Signature-256", `sha256=${await hmacHex(body, secret)}`]] as const;
  return { target: "/hooks/signed", token: null, headers, body };
}

export const RIGHT = await github();
export const [HEADER] = RIGHT.headers as readonly [readonly [string, string]];
export const UNSIGNED: CaseRequest = { target: "/hooks/signed", token: null, body: BODY };
export const WRONG: CaseRequest = { ...RIGHT, body: BODY.replace("opened", "closed") };
