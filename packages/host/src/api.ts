// What users import from @hookwright/host/api.
export type { About, ApiError } from "./api/answers.ts";
export type { ConfigChange, StreamedChange, StreamReset } from "./api/change-stream.ts";
export { type Api, type ApiOptions, createApi } from "./api/create-api.ts";
export type { Page } from "./model/timeline.ts";
