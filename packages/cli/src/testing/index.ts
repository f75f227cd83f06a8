// What integrators import from hookwright/testing: tests of configs that stand in files.
export { loadEventFile } from "@hookwright/config";
