// Headers and queries as records.

/** Header names in any case (lower case is fastest); repeated headers may be a list. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Query parameters; of a repeated parameter the last value counts. */
export type QueryRecord = Readonly<Record<string, string | undefined>>;
