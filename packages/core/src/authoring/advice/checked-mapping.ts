// What a lint of one mapping may look at. Types only.

import type { CompileTemplateOptions } from "@hookwright/template/compile";
import type { CompiledTemplate, HelperTable, TemplateRead } from "@hookwright/template/runtime";
import type { CompiledFields, Report } from "../../model/index.ts";
import type { MappingPlan } from "../../serving/link/index.ts";
import type { Policies } from "../../serving/resolve/index.ts";
import type { HooksInput, Mapping } from "../config/index.ts";

/** What the gateway's keys say of what an agent may do, and of who can reach it. */
export interface ForeignAgents {
  /** The key that opens the gateway to other machines; absent if none does. */
  readonly openedBy?: string;
  /** By id in lower case; `*` is every agent without settings of its own. Absent: the config lets it run no commands. */
  readonly commands: Readonly<Record<string, AgentCommands>>;
  /** The ids that have settings of their own, in lower case. */
  readonly ids: readonly string[];
}

export interface AgentCommands {
  /** The key that says so: `tools.profile`. */
  readonly key: string;
  /** Every other session has a sandbox. */
  readonly onlyInMain: boolean;
}

/** What the text reads, and what any template of the mapping reads. */
export interface MappingReads {
  readonly text: readonly TemplateRead[];
  readonly all: readonly TemplateRead[];
}

/** What lints read of a planned mapping. */
export interface CheckedPlan
  extends Pick<MappingPlan, "forEach" | "firstOnly" | "origins" | "taintedFields"> {
  readonly fields: CompiledFields<CompiledTemplate>;
}

export interface CheckedMapping {
  readonly mapping: Mapping;
  /** As a plan has it, but for the fields, whose templates are linked. */
  readonly compiled: CheckedPlan;
  readonly reads: MappingReads;
  /** As the operator wrote it. */
  readonly hooks: HooksInput;
  readonly templates: {
    readonly helpers: HelperTable;
    readonly partials: NonNullable<CompileTemplateOptions["partials"]>;
  };
  readonly policies: Policies;
  readonly foreign: {
    /** Channels with an `allowFrom` that names people, by their names in lower case. */
    readonly limitedChannels: readonly string[];
    readonly agents: ForeignAgents;
  };
}

/** Reports what `createProblem` makes: a warning or a hint, with a change where that is known. */
export type MappingLint = (checked: CheckedMapping, report: Report) => void;
