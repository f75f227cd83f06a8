// A server that carries an ingress: what every adapter, on every runtime, is to the cases.
import type { Ingress } from "@hookwright/core/ingress";

export interface RunningHost {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface Host {
  readonly name: string;
  readonly start: (ingress: Ingress) => Promise<RunningHost>;
  /** Whether requests reach the adapter byte for byte. */
  readonly isRaw: boolean;
}
