// The gauges that a host adds to the metrics, as data: the docs and the code have them from here.

export interface GaugeRow {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

export const HOST_GAUGES: readonly GaugeRow[] = [
  { name: "hookwright_host_runs", help: "Runs of the host by their state.", labels: ["state"] },
  {
    name: "hookwright_host_deliveries",
    help: "Deliveries of the host by their state.",
    labels: ["state"],
  },
  {
    name: "hookwright_host_waiting_events",
    help: "System events that wait for a heartbeat.",
    labels: [],
  },
];
