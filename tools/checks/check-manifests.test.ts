import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";
import { checkManifests } from "./check-manifests.mjs";

const core = {
  name: "@hookwright/core",
  version: "1.2.3",
  description: "d",
  keywords: ["k"],
  license: "MIT",
  author: "a",
  homepage: "h",
  bugs: { url: "u" },
  publishConfig: { access: "public" },
  repository: { type: "git", url: "u", directory: "packages/core" },
  engines: { node: ">=20" },
  exports: {},
  files: ["dist"],
};
const config = {
  ...core,
  name: "@hookwright/config",
  repository: { ...core.repository, directory: "packages/config" },
  peerDependencies: { "@hookwright/core": "^1.2.3" },
  devDependencies: { "@hookwright/core": "1.2.3" },
};

const readmeOf = (name: string): string =>
  `# ${name}\n\n\`\`\`sh\nnpm install ${name}\n\`\`\`\n\n\`\`\`ts\n1;\n\`\`\`\n`;

const GOOD = {
  LICENSE: "MIT\n",
  "packages/core/package.json": core,
  "packages/core/README.md": readmeOf("@hookwright/core"),
  "packages/core/LICENSE": "MIT\n",
  "packages/config/package.json": config,
  "packages/config/README.md": readmeOf("@hookwright/config"),
  "packages/config/LICENSE": "MIT\n",
  "packages/conformance/package.json": { name: "@hookwright/conformance", private: true },
};

function problemsOf(files: Readonly<Record<string, string | object>>): readonly string[] {
  return checkManifests(writeFixture({ ...GOOD, ...files })).problems;
}

test("checkManifests() accepts complete packages, and ignores private ones", () => {
  expect(problemsOf({})).toEqual([]);
});

test.each([
  "description",
  "keywords",
  "license",
  "author",
  "repository",
  "homepage",
  "bugs",
  "engines",
  "exports",
  "files",
  "publishConfig",
])("checkManifests() asks for %s", (field) => {
  const manifest = { ...core, [field]: undefined };
  expect(problemsOf({ "packages/core/package.json": manifest })).toEqual([
    `packages/core/package.json has no ${field}`,
  ]);
});

test("checkManifests() requires the package's folder as repository.directory", () => {
  const manifest = { ...config, repository: core.repository };
  expect(problemsOf({ "packages/config/package.json": manifest })).toEqual([
    'packages/config/package.json: repository.directory is not "packages/config"',
  ]);
});

test.each([
  ["a dependency", { dependencies: { "@hookwright/core": "1.2.3" } }],
  ["a peer of another version", { peerDependencies: { "@hookwright/core": "^1.2.2" } }],
  ["no peer", { peerDependencies: undefined }],
  ["missing for the workspace", { devDependencies: undefined }],
])("checkManifests() refuses a core that is %s", (_what, change) => {
  expect(problemsOf({ "packages/config/package.json": { ...config, ...change } })).toEqual([
    'packages/config/package.json: @hookwright/core is not a peer dependency "^1.2.3" and a dev dependency',
  ]);
});

test("checkManifests() requires a README with title, install line and example, and the licence", () => {
  expect(
    problemsOf({ "packages/config/README.md": "", "packages/config/LICENSE": "other" }),
  ).toEqual([
    'packages/config/README.md lacks the title "@hookwright/config"',
    'packages/config/README.md lacks the line "npm install @hookwright/config"',
    "packages/config/README.md lacks an example",
    "packages/config/LICENSE differs from LICENSE",
  ]);
});
