// The name of a library → the library, or a problem that says how to install it.
import type { ChannelLibraries } from "./libraries.ts";
import type { SettingsReader } from "./settings-reader.ts";

export interface LibraryModules {
  readonly grammy: typeof import("grammy");
  readonly "@slack/web-api": typeof import("@slack/web-api");
  readonly "@discordjs/rest": typeof import("@discordjs/rest");
}

/** Undefined where the library is not installed or does not load. */
export async function loadLibrary<Name extends keyof LibraryModules>(
  name: Name,
  libraries: ChannelLibraries,
  reader: SettingsReader,
): Promise<LibraryModules[Name] | undefined> {
  try {
    return (await libraries[name]()) as LibraryModules[Name];
  } catch {
    const message = `This channel sends with the library ${name}, which cannot be loaded.`;
    reader.report({ code: "channel_library_missing", message, hint: `Run: npm install ${name}` });
    return undefined;
  }
}
