// The module that a worker process starts with → its path, beside the sources and beside the bundle.
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** This file stands where the bundled entry stands, so the same relative path serves both. */
const extension = extname(fileURLToPath(import.meta.url));

export const WORKER_ENTRY: string = fileURLToPath(
  new URL(`./worker/worker-main${extension}`, import.meta.url),
);
