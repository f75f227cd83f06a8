// What planning a mapping needs to know of the config around it. Types only.

import type { CompileTemplateOptions } from "@hookwright/template/compile";
import type { IsIncomplete, Report } from "../../model/index.ts";
import type { Policies } from "../../serving/resolve/index.ts";
import type { ForeignAgents } from "../advice/index.ts";
import type { HooksInput } from "../config/index.ts";
import type { ForeignChannels } from "./plan-policies.ts";

/** What the templates of a config share; each mapping adds its roots. */
export type SharedTemplateOptions = CompileTemplateOptions &
  Required<Pick<CompileTemplateOptions, "partials" | "helpers" | "fields">>;

export interface PlanContext extends Policies {
  readonly foreign: ForeignChannels & { readonly agents: ForeignAgents };
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  readonly templates: SharedTemplateOptions;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}
