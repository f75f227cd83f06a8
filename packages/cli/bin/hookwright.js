#!/usr/bin/env node
// The installed command → the built command line. This file is committed, because npm links a command
// only if its file exists at install, and in a clone that is before the build.
import module from "node:module";

// From Node 22.8 on, code that was compiled once is read from a cache; before the first import that counts.
module.enableCompileCache?.();
await import("../dist/main.js");
