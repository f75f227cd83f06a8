// A push to the main branch → a message of one line; any other push → nothing.
import type { Transform } from "@hookwright/core";
import { firstLine } from "./lib/first-line.ts";

/** The fields of GitHub's push event that this module reads. */
interface Push {
  ref: string;
  repository: { full_name: string };
  commits: { message: string; author: { name: string } }[];
}

const transform: Transform<Push> = ({ payload, headers }) => {
  if (headers["x-github-event"] !== "push" || payload.ref !== "refs/heads/main") return null;
  const lines = payload.commits.map(
    ({ message, author }) => `- ${firstLine(message)} (${author.name})`,
  );
  return { message: [`New on ${payload.repository.full_name}:`, ...lines].join("\n") };
};

export default transform;
