// The server of once.mjs, switched off.
process.env["BENCH_ONCE"] = "off";
await import("./once.mjs");

export {};
