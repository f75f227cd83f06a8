// What the adapter says about a load → what is shown of it, whether it can be used or not.
import type { HooksUnloadable, LiveHooks } from "@hookwright/adapter-node";
import type { LoadingReport } from "./loading.ts";

export function reportFromLoading(
  loading: Pick<LiveHooks, "ok" | "warnings" | "document"> | HooksUnloadable,
): LoadingReport {
  if (!loading.ok) return loading;
  const { source, config, filename } = loading.document;
  return { problems: loading.warnings, source, config, filename };
}
