// The server of once.mjs, switched on.
process.env["BENCH_ONCE"] = "on";
await import("./once.mjs");

export {};
