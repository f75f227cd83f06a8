// Keys of modules as they are now → hosts, shared by all loads that want the same.
import type { ModuleImport } from "../calls/outcome.ts";
import type { ModuleHost } from "./module-host.ts";

export interface HostLease {
  readonly host: ModuleHost;
  readonly imported: Promise<ModuleImport>;
  /** The last one to release closes the host. */
  readonly release: (graceMs: number) => Promise<void>;
}

export interface HostLeases {
  readonly take: (key: string, create: () => ModuleHost) => HostLease;
  /** What has not ended after the grace is stopped. */
  readonly closeAll: (graceMs: number) => Promise<void>;
}

interface SharedHost {
  readonly host: ModuleHost;
  readonly imported: Promise<ModuleImport>;
  users: number;
}

/** What did not change between two loads goes on as it is: its workers, and what they remember. */
export function createHostLeases(): HostLeases {
  const shared = new Map<string, SharedHost>();
  /** Also those that nobody holds any more but whose calls are not answered yet. */
  const open = new Set<ModuleHost>();

  const add = (key: string, host: ModuleHost): SharedHost => {
    const entry = { host, imported: host.load(), users: 0 };
    shared.set(key, entry);
    open.add(host);
    return entry;
  };
  const close = async (host: ModuleHost, graceMs: number): Promise<void> => {
    await host.close(graceMs);
    open.delete(host);
  };

  return {
    take: (key, create) => {
      const entry = shared.get(key) ?? add(key, create());
      entry.users += 1;
      let held = true;
      const release = async (graceMs: number): Promise<void> => {
        if (held) entry.users -= 1;
        held = false;
        if (entry.users > 0) return;
        // By now the same key may stand for a host of a later load.
        if (shared.get(key) === entry) shared.delete(key);
        await close(entry.host, graceMs);
      };
      return { host: entry.host, imported: entry.imported, release };
    },
    closeAll: async (graceMs) => {
      shared.clear();
      const timer = setTimeout(() => {
        for (const host of open) host.stop();
      }, graceMs);
      await Promise.all([...open].map((host) => close(host, graceMs)));
      clearTimeout(timer);
    },
  };
}
