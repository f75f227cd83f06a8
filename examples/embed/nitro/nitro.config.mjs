// A server for Node; its routes and middleware are beside this file.
import { defineNitroConfig } from "nitropack/config";

export default defineNitroConfig({ preset: "node-server", compatibilityDate: "2026-04-01" });
