// Nothing → Google's library for logins, loaded when it is first needed, with its own log switched off.

/** The library prints requests, with their tokens, where this variable is set. It reads it once, when it is loaded. */
const LIBRARY_LOG = "GOOGLE_SDK_NODE_LOGGING";

/** The only import of the library at run time: it takes 0.13 s and 24 MB that `check` and `serve` do not need. */
export async function importGoogleAuth(): Promise<typeof import("google-auth-library")> {
  delete process.env[LIBRARY_LOG];
  return await import("google-auth-library");
}
