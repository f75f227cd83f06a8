// What a sample of a vendor's event is made of. Types, and two helpers.

/** What differs from one sending to the next. */
export interface SampleContext {
  /** The delivery's, where the vendor names one: new each time, so that nothing takes it for a repetition. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The same in seconds. */
  readonly seconds: number;
  /** The same as `2026-01-31T12:00:00.000Z`. */
  readonly iso: string;
}

/** What differs in this sending: the id of the delivery, and the time in milliseconds since the epoch. */
export function contextAt(id: string, now: number): SampleContext {
  return { id, now, seconds: Math.floor(now / 1_000), iso: new Date(now).toISOString() };
}

/** One event in the vendor's documented shape, with values of our own, and without most of its fields. */
export interface Sample {
  /** As the vendor calls it. */
  readonly event: string;
  /** Beside those of the signature and of the delivery id; by lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: JSON. `form`: fields by name; `empty`: the headers say all. */
  readonly type?: "json" | "form" | "empty";
  readonly body: (context: SampleContext) => object;
  /** Of the vendor's token, beside its issuer, its time and its hash of the request. */
  readonly claims?: (context: SampleContext) => Readonly<Record<string, unknown>>;
  /** True where the shape is not the vendor's own. */
  readonly isGeneric?: true;
}

/** Samples by the ids of providers. */
export type Samples = Readonly<Record<string, readonly Sample[]>>;

/** One sample in JSON that needs no headers. */
export function jsonSample(event: string, body: Sample["body"]): readonly Sample[] {
  return [{ event, body }];
}
