// A config → mutants, and whether its tests notice them: @hookwright/testing/mutation.
export {
  type MappingEdit,
  type MappingMutant,
  MUTATION_OPERATORS,
  type Mutant,
  type MutantDifference,
  type MutantResult,
  type MutantVerdict,
  type MutationOperator,
  type MutationReport,
  type MutationSuite,
  type PartialMutant,
  type RunMutantsOptions,
} from "./model.ts";
export { type MutateConfigOptions, mutateConfig } from "./mutate-config.ts";
export { runMutants } from "./run-mutants.ts";
export { type SampleOptions, sampleMutants } from "./sample-mutants.ts";
