#!/usr/bin/env node
// The installed command → the built command line. This file is committed, because npm links a command
// only if its file exists at install, and in a clone that is before the build.
import "../dist/main.js";
