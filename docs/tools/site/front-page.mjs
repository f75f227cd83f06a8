// @ts-check
// The README → the front page of the site: what it is, for whom, and one event on its way.
import { escapeHtml, renderMarkdown } from "./render-markdown.mjs";

/** @typedef {{ script: string, styles: string, worker: string }} PlayFiles names in the folder of the playground */

/**
 * Without the playground's script, the demonstration is the README's.
 *
 * @param {Pick<import("./build-site.mjs").Page, "markdown" | "resolve" | "opened">} page
 * @param {PlayFiles} play
 * @returns {string}
 */
export function renderFrontPage({ markdown: readme, resolve, opened }, play) {
  /** @param {string} markdown */
  const html = (markdown) => renderMarkdown(markdown, resolve, opened).html;
  const about = readme.split("\n\n")[1] ?? "";
  const written = section(readme, "What you write");
  const [config = "", event = "", message = ""] = [
    ...written.matchAll(/^```\w+\n[\s\S]*?^```$/gm),
  ].map(([fence]) => fence);
  const audience = section(readme, "Who it is for").split("\n\n")[0] ?? "";
  const flow = /^```text\n[\s\S]*?^```$/m.exec(readme)?.[0] ?? "";
  return `<h1>Webhooks into actions of your AI agent</h1>
<p class="lead">${escapeHtml(about)}</p>
<p>${escapeHtml(audience)}</p>
<p class="go"><a class="button" href="first-mapping.html">Your first mapping in ten minutes</a> <a class="button plain" href="play/index.html">Try it in the browser</a> <a class="button plain" href="recipes/index.html">Copy a recipe</a> <a class="button plain" href="cli.html#check">Check your config</a></p>
<h2 id="one-event">One event on its way</h2>
<div id="app" data-compact data-worker="play/${play.worker}">
<div class="demo">
<section><h3>GitHub sends</h3>${html(event)}</section>
<section><h3>You write</h3>${html(config)}</section>
<section><h3>The agent gets</h3>${html(message)}</section>
</div>
</div>
<p>The text of the sender is marked as data, with a random id in each message. An order in a commit message stays a quotation.</p>
<h2 id="the-way">The way of a request</h2>
${html(flow)}
${html(`## Why not something else?\n\n${section(readme, "Who it is for").split("\n\n").slice(1).join("\n\n")}`)}
${html(`## Measured\n\n${section(readme, "Measured")}`)}`;
}

/** @param {string} readme @param {string} title */
function section(readme, title) {
  const found = readme.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`README.md has no section "${title}".`);
  return found.slice(title.length).trim();
}
