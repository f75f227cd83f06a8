// @ts-check
// How sections are indexed when the site is built, and searched in the browser: both sides need the same options.

/** `id` is the page and its anchor. @type {import("minisearch").Options} */
export const SEARCH_OPTIONS = {
  fields: ["heading", "page", "words"],
  storeFields: ["page", "heading"],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: true,
    /** @param {string} term */
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    combineWith: "AND",
  },
};
