// What the mutants of one config came to, for reports. Types only.

import type { Exception, ValueLocation } from "@hookwright/testing/files";
import type { MutationReport } from "@hookwright/testing/mutation";

/** What the mutants of one config came to. */
export interface MutatedConfig {
  readonly filename: string;
  readonly report: MutationReport;
  /** In the order of the report's results. */
  readonly located: readonly (ValueLocation | undefined)[];
  /** How many mutants the exceptions name. */
  readonly ignored: number;
  /** Exceptions that name none. */
  readonly unused: readonly Exception[];
  /** Where a sample was drawn. */
  readonly sample?: { readonly of: number; readonly seed: number };
}
