// Milliseconds since the epoch → date and time in a zone that is named: `2026-11-21 20:30:05 UTC`.

export function formatTime(at: number, timeZone: string): string {
  if (timeZone === "UTC") return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const parts = createFormat(timeZone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? "";
  const date = `${read("year")}-${read("month")}-${read("day")}`;
  return `${date} ${read("hour")}:${read("minute")}:${read("second")} ${timeZone}`;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
}
