#!/usr/bin/env node
// Used by own-location.ts.
export const locationOfImport = (): string => import.meta.dirname;
