// The port of hooks if no option names one.

/** One above 18789, the default of the gateway, so that both can run on one machine. */
export const DEFAULT_PORT = 18_790;
