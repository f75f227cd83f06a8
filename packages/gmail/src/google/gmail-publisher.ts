// Google's own account, which publishes the notifications of all mailboxes.

/** https://developers.google.com/workspace/gmail/api/guides/push */
export const GMAIL_PUBLISHER = "serviceAccount:gmail-api-push@system.gserviceaccount.com";
