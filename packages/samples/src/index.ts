// What users import from @hookwright/samples: sample events, as files and as objects, and recipes with tests.
export { listRecipes, type Recipe, type RecipePiece, recipe } from "./recipe.ts";
export { eventsFolder, listSamples, sample } from "./sample.ts";
export { type RecipeTest, testOf } from "./test-of.ts";
export { type HooksWithSecrets, type RecipeVariable, variablesOf } from "./variables-of.ts";
