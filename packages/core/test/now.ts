// When the events of tests were received, as conditions read it.

export const now = (): string => "2026-01-02T03:04:05.000Z";
