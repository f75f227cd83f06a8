// The libraries of platforms: loaded where a channel needs one, and only there.

/** Functions that load the libraries of platforms; each resolves to what `import()` of its name gives. */
export interface ChannelLibraries {
  // Their types would make every user of this package install them.
  readonly grammy: () => Promise<unknown>;
  readonly "@slack/web-api": () => Promise<unknown>;
  readonly "@discordjs/rest": () => Promise<unknown>;
}

export const LIBRARIES: ChannelLibraries = {
  grammy: () => import("grammy"),
  "@slack/web-api": () => import("@slack/web-api"),
  "@discordjs/rest": () => import("@discordjs/rest"),
};
