// The libraries of platforms: loaded where a channel needs one, and only there.
import type { SettingsReader } from "./settings-reader.ts";

/** Functions that load the libraries of platforms. */
export interface ChannelLibraries {
  readonly grammy: () => Promise<typeof import("grammy")>;
  readonly "@slack/web-api": () => Promise<typeof import("@slack/web-api")>;
  readonly "@discordjs/rest": () => Promise<typeof import("@discordjs/rest")>;
}

export const LIBRARIES: ChannelLibraries = {
  grammy: () => import("grammy"),
  "@slack/web-api": () => import("@slack/web-api"),
  "@discordjs/rest": () => import("@discordjs/rest"),
};

/** Undefined, and a problem, where the library is not installed or does not load. */
export async function loadLibrary<Name extends keyof ChannelLibraries>(
  name: Name,
  libraries: ChannelLibraries,
  reader: SettingsReader,
): Promise<Awaited<ReturnType<ChannelLibraries[Name]>> | undefined> {
  try {
    return (await libraries[name]()) as Awaited<ReturnType<ChannelLibraries[Name]>>;
  } catch {
    const message = `This channel sends with the library ${name}, which cannot be loaded.`;
    reader.report({ code: "channel_library_missing", message, hint: `Run: npm install ${name}` });
    return undefined;
  }
}
