// GitHub's example of a push, with commits, which the examples on npm lack.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const definitions = JSON.parse(
  readFileSync(require.resolve("@octokit/webhooks-examples/api.github.com/index.json"), "utf8"),
);

/** @param {number} commits */
export function createPush(commits) {
  const { examples } = definitions.find(
    (/** @type {{ name: string }} */ { name }) => name === "push",
  );
  const [example] = examples;
  return {
    ...example,
    ref: "refs/heads/main",
    commits: Array.from({ length: commits }, (_, index) => ({
      id: `6113728f27ae82c7b1a177c8d03f9e96e0adf${String(index).padStart(3, "0")}`,
      message: `Fix the cache of step ${index}\n\nIt was filled twice.`,
      url: `https://github.com/Codertocat/Hello-World/commit/${index}`,
      distinct: index % 3 > 0,
      author: { name: "Codertocat", email: "21031067+Codertocat@users.noreply.github.com" },
      added: [],
      removed: index % 2 ? ["old.txt"] : [],
      modified: ["README.md", "src/index.ts"],
    })),
  };
}
