/** How reports name standard input. */
export const STDIN_NAME = "<stdin>";
