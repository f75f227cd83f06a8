// Pushes to the main branch, in one line each; everything else is no news.
import type { Transform } from "@hookwright/core";
import { firstLine } from "./lib/first-line.ts";

/** The part of GitHub's push event that is read here. */
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
