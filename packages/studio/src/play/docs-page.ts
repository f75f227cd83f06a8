// A page of the docs → its address: beside the playground on the docs site, in the repository for a local server.

const REPOSITORY = "https://github.com/hookwright/hookwright/blob/main/docs/";

/** `error-codes#unknown_key` */
export function docsPage(name: string): string {
  const [page = "", anchor] = name.split("#");
  const end = anchor === undefined ? "" : `#${anchor}`;
  return isLocal() ? `${REPOSITORY}${page}.md${end}` : `../${page}.html${end}`;
}

export function docsHome(): string {
  return isLocal() ? `${REPOSITORY}README.md` : "../index.html";
}

/** Whether a server of this machine gave the page, with an API beside it. */
export function isLocal(): boolean {
  return document.getElementById("app")?.dataset["local"] !== undefined;
}
