// Errors of Gmail that several calls share.
import { type FakeAnswer, gmailError } from "../http/answer.ts";

export function notFound(): FakeAnswer {
  return gmailError({
    code: 404,
    reason: "notFound",
    message: "Requested entity was not found.",
    status: "NOT_FOUND",
  });
}

export function invalidArgument(message: string): FakeAnswer {
  return gmailError({ code: 400, reason: "invalidArgument", message, status: "INVALID_ARGUMENT" });
}

export function unauthenticated(): FakeAnswer {
  return gmailError({
    code: 401,
    reason: "authError",
    message: "Invalid Credentials",
    status: "UNAUTHENTICATED",
    location: "Authorization",
    headers: {
      "www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    },
  });
}

export function insufficientScope(): FakeAnswer {
  return gmailError({
    code: 403,
    reason: "insufficientPermissions",
    message: "Request had insufficient authentication scopes.",
    status: "PERMISSION_DENIED",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
        domain: "googleapis.com",
        metadata: { service: "gmail.googleapis.com" },
      },
    ],
  });
}
