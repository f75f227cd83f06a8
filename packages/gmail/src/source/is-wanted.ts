// The labels of a mail, and the one that is watched → whether the mail is posted.

/**
 * A mail without the label by now, a draft, spam and trash are not wanted. A sent mail is not, either, or an agent that
 * answers would start itself; but a mail to oneself is in the inbox, too, and people send such mails to be acted upon.
 */
export function isWanted(labels: readonly string[], watched: string): boolean {
  if (!labels.includes(watched)) return false;
  const isUnwanted = (label: string): boolean => label !== watched && labels.includes(label);
  if (isUnwanted("SENT") && !labels.includes("INBOX")) return false;
  return !["DRAFT", "SPAM", "TRASH"].some(isUnwanted);
}
