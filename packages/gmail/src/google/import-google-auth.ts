// Imports Google's library for logins when it is first needed, with its log switched off.

/** If this variable is set, the library prints requests with their tokens. It reads it once, when it is loaded. */
const LIBRARY_LOG = "GOOGLE_SDK_NODE_LOGGING";

/** The only import of the library at run time: it takes 0.13 s and 24 MB, which `check` and `serve` do not need. */
export async function importGoogleAuth(): Promise<typeof import("google-auth-library")> {
  delete process.env[LIBRARY_LOG];
  return await import("google-auth-library");
}
