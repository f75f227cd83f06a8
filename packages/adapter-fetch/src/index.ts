// The exports of @hookwright/adapter-fetch.
export { createFetchHandler, type FetchHandler } from "./create-fetch-handler.ts";
