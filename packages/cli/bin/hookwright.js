#!/usr/bin/env node
// The installed command → the built command line. It is committed, because npm links a command only
// to a file that is there when it installs, and in a clone that is before the build.
import "../dist/main.js";
