// Whether JSON.stringify of this runtime writes what is nested 50,000 levels deep. It ends with an error where it calls
// itself for each level: before Node 26.
export const WRITES_DEEP_JSON: boolean = (() => {
  try {
    JSON.stringify(JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`));
    return true;
  } catch {
    return false;
  }
})();
