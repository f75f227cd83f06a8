// The rules of templates, written by hand: own properties only, text of any value.

/** @param {unknown} value */
export function text(value) {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @param {unknown} object @param {string} key */
export function own(object, key) {
  return object !== null && typeof object === "object" && Object.hasOwn(object, key)
    ? /** @type {any} */ (object)[key]
    : undefined;
}
