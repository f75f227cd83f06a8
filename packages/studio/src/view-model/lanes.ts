// The mappings and what the sample events become → a lane for each hook name.
import type { MappingRow, StripRow } from "../model/messages.ts";

interface Stop extends MappingRow {
  /** The names of the sample events that it takes. */
  readonly events: readonly string[];
  /** In how many sessions their runs are. */
  readonly sessions: number;
}

interface Lane {
  readonly path: string;
  readonly stops: readonly Stop[];
  /** Sample events of this hook that no mapping takes. */
  readonly through: readonly string[];
}

/** A mapping without `match.path` is in every lane. */
export function lanesOf(
  mappings: readonly MappingRow[],
  rows: readonly StripRow[],
): readonly Lane[] {
  const named = mappings.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const hasAny = mappings.some(({ path }) => path === undefined);
  const taken = rows.filter(({ mapping }) => mapping !== undefined).map(({ path }) => path);
  const paths = [...new Set([...named, ...(hasAny ? taken : [])])];
  return paths.map((path) => {
    const own = rows.filter((row) => row.path === path);
    const stops = mappings
      .filter((mapping) => mapping.path === undefined || mapping.path === path)
      .map((mapping) => {
        const events = own.filter((row) => takersOf(row).includes(mapping.id));
        const sessions = new Set(events.flatMap(({ session }) => session ?? []));
        return { ...mapping, events: events.map(({ name }) => name), sessions: sessions.size };
      });
    const through = own.filter(({ outcome }) => outcome === "unmatched").map(({ name }) => name);
    return { path, stops, through };
  });
}

function takersOf({ mapping, mappings }: StripRow): readonly (string | undefined)[] {
  return mappings ?? [mapping];
}
