// What tests import from @hookwright/fake-google.
/** The address that the mailbox has unless a test says otherwise. */
export const DEFAULT_ACCOUNT = "you@gmail.com";
