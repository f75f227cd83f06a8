// A module's file → its exports and the host that runs them, or what is wrong with it.
import { basename } from "node:path";
import type { ExportDescription, ModuleImport } from "../calls/outcome.ts";
import { bundleModule, type ModuleSource } from "../modules/bundle-module.ts";
import type { Finding } from "../modules/finding.ts";
import type { CachedScript, ModuleCache } from "../modules/module-cache.ts";
import { thrownToText } from "./describe-failure.ts";
import type { HostLeases } from "./host-leases.ts";
import type { ModuleHost } from "./module-host.ts";

export type ModuleLoading =
  | {
      readonly ok: true;
      readonly host: ModuleHost;
      readonly exports: readonly ExportDescription[];
      readonly release: (graceMs: number) => Promise<void>;
      readonly files: readonly string[];
    }
  | {
      readonly ok: false;
      readonly findings: readonly Finding[];
      readonly files: readonly string[];
    };

export interface ModuleLoadOptions {
  readonly cache: ModuleCache;
  readonly leases: HostLeases;
  /** Differs where the same module is to be run in another way. */
  readonly hostKey: string;
  readonly createHost: (script: CachedScript) => ModuleHost;
}

export async function loadModule(
  source: Omit<ModuleSource, "outputFolder">,
  { cache, leases, hostKey, createHost }: ModuleLoadOptions,
): Promise<ModuleLoading> {
  const bundle = await bundleModule({ ...source, outputFolder: cache.folder() });
  if (!bundle.ok) return bundle;
  const { code, files } = bundle;
  const script = cache.add(basename(source.file), code);
  const lease = leases.take(`${script.hash} ${hostKey}`, () => createHost(script));
  const imported = await lease.imported;
  if (imported.ok) return { ...lease, ok: true, exports: imported.exports, files };
  await lease.release(0);
  return { ok: false, findings: [describeImportFailure(imported, source)], files };
}

function describeImportFailure(
  { outcome }: Extract<ModuleImport, { ok: false }>,
  source: Omit<ModuleSource, "outputFolder">,
): Finding {
  const why =
    outcome.kind === "failed"
      ? outcome.reason
      : `threw ${thrownToText(outcome.thrown, source)} while it was loaded`;
  return {
    code: "transform_load_failed",
    message: `The transform module "${source.name}" ${why}.`,
  };
}
