// @ts-check
// Runs before the page is drawn: the theme that the reader chose, else that of the system.

const chosen = readTheme();
if (chosen === "dark" || chosen === "light") document.documentElement.dataset["theme"] = chosen;

function readTheme() {
  try {
    return localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden.
    return null;
  }
}
