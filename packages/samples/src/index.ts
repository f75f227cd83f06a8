// What users import from @hookwright/samples: sample events, as files and as objects, and recipes with tests.
export { eventsFolder } from "./events-folder.ts";
export { listSamples } from "./list-samples.ts";
export { listRecipes, type Recipe, type RecipePiece, recipe } from "./recipe.ts";
export { sample } from "./sample.ts";
export { type RecipeTest, testOf } from "./test-of.ts";
export { type HooksWithSecrets, type RecipeVariable, variablesOf } from "./variables-of.ts";
