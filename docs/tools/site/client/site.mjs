// @ts-check
// The search box, the theme button, the copy buttons, and the menu of narrow screens. Pages work without it.
import MiniSearch from "minisearch";
import { SEARCH_OPTIONS } from "./search-options.mjs";

const root = /** @type {HTMLScriptElement} */ (document.currentScript).dataset["root"] ?? "";

const MAX_RESULTS = 12;

startTheme();
startSearch();
startCopy();
startMenu();

function startTheme() {
  const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
  const { dataset } = document.documentElement;
  const isDark = () =>
    (dataset["theme"] ??
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const show = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
  };
  button.addEventListener("click", () => {
    dataset["theme"] = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", dataset["theme"]);
    } catch {
      // Storage may be forbidden: the choice lasts for this page.
    }
    show();
  });
  show();
}

function startSearch() {
  const input = /** @type {HTMLInputElement} */ (document.getElementById("search"));
  const results = /** @type {HTMLElement} */ (document.getElementById("results"));
  /** @type {Promise<MiniSearch> | undefined} */
  let index;
  const load = () => {
    index ??= fetch(`${root}search.json`)
      .then((answer) => answer.text())
      .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS));
    return index;
  };
  const close = () => {
    results.hidden = true;
  };
  const search = async () => {
    const words = input.value.trim();
    if (words === "") return close();
    const searched = await load();
    const exact = searched.search(words);
    // A question in several words may have no section that has all of them.
    const found = (exact.length > 0 ? exact : searched.search(words, { combineWith: "OR" })).slice(
      0,
      MAX_RESULTS,
    );
    // The reader may have typed on meanwhile.
    if (input.value.trim() !== words) return;
    results.replaceChildren(
      ...(found.length === 0 ? [note(`Nothing found for "${words}".`)] : found.map(linkOf)),
    );
    results.hidden = false;
  };
  input.addEventListener("focus", () => void load().catch(() => undefined));
  input.addEventListener("input", () => {
    search().catch(() => results.replaceChildren(note("The search index cannot be loaded.")));
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(?:input|textarea|select)$/i.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape" && !results.hidden) {
      close();
      input.focus();
    }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !results.hidden) {
      moveFocus(event, [input, ...results.querySelectorAll("a")]);
    }
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !results.contains(target) && target !== input) close();
  });
}

/** @param {KeyboardEvent} event @param {readonly HTMLElement[]} all */
function moveFocus(event, all) {
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (at < 0) return;
  event.preventDefault();
  all[Math.min(all.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
}

/** @param {import("minisearch").SearchResult} result */
function linkOf({ id, page, heading }) {
  const link = document.createElement("a");
  link.href = `${root}${id}`;
  const where = document.createElement("span");
  where.textContent = page === heading ? "" : page;
  link.append(heading, where);
  return link;
}

/** @param {string} text */
function note(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}

function startCopy() {
  for (const block of document.querySelectorAll(".code:not(.output)")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2_000);
    });
    block.append(button);
  }
}

/** Without the script the menu is open, also on a narrow screen. */
function startMenu() {
  const menu = document.getElementById("menu");
  if (!(menu instanceof HTMLDetailsElement)) return;
  const narrow = matchMedia("(max-width: 55rem)");
  const follow = () => {
    menu.open = !narrow.matches;
  };
  narrow.addEventListener("change", follow);
  follow();
}
