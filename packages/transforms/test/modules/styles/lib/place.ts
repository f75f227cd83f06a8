#!/usr/bin/env node
// Used by own-place.ts.
export const placeOfHelper = (): string => import.meta.dirname;
