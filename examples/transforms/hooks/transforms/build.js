// @ts-check
// A failed build → a message; a passed build → nothing. JavaScript with types in comments.

/** @typedef {{ project: string, branch: string, status: "passed" | "failed", url: string }} Build */

/** @type {import("@hookwright/core").Transform<Build>} */
export default function transform({ payload }) {
  if (payload.status === "passed") return null;
  return {
    message: `The build of ${payload.project} is broken on ${payload.branch}: ${payload.url}`,
    sessionKey: `hook:build:${payload.project}`,
  };
}
