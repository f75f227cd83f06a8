// A number of mails → bursts at a local mailbox, among them mails that must not be posted, and what must be.

/**
 * @typedef {object} Mailing
 * @property {Set<string>} wanted ids of mails that must be carried out once
 * @property {Set<string>} unwanted ids of mails that must not: sent, drafts, spam, trash
 * @property {Set<string>} gone ids of mails that were deleted at once: either is right
 */

/**
 * @param {import("@hookwright/fake-google").GmailApi} mailbox
 * @param {{ mails: number, random: () => number, maxPauseMs: number, maxBurst: number, onBurst: (share: number) => Promise<void> | void }} options
 * @returns {Promise<Mailing>}
 */
export async function sendMails(mailbox, { mails, random, maxPauseMs, maxBurst, onBurst }) {
  const mailing = { wanted: new Set(), unwanted: new Set(), gone: new Set() };
  /** Mails that get the label later. @type {string[]} */
  const late = [];
  while (mailing.wanted.size < mails) {
    const burst = 1 + Math.floor(random() * maxBurst);
    for (let count = 0; count < burst && mailing.wanted.size < mails; count++) {
      sendOne(mailbox, { mailing, late, kind: random() });
    }
    for (const id of late.splice(0)) mailbox.label(id, ["INBOX"]);
    await onBurst(mailing.wanted.size / mails);
    await pause(random() * maxPauseMs);
  }
  return mailing;
}

/** Of a hundred mails, 85 simply come, and the others are the kinds that are easily done wrong. */
function sendOne(mailbox, { mailing, late, kind }) {
  const number = mailing.wanted.size + mailing.unwanted.size + mailing.gone.size;
  const mail = { subject: `Mail ${number}.`, text: `This is mail ${number}. It's short.` };
  if (kind < 0.85) {
    mailing.wanted.add(mailbox.deliver(mail));
  } else if (kind < 0.9) {
    const id = mailbox.deliver({ ...mail, labels: ["UNREAD"] });
    late.push(id);
    mailing.wanted.add(id);
  } else if (kind < 0.92) {
    const id = mailbox.deliver(mail);
    mailbox.remove(id);
    mailing.gone.add(id);
  } else {
    const labels = [["SENT"], ["DRAFT"], ["SPAM"], ["TRASH"]][number % 4];
    mailing.unwanted.add(mailbox.deliver({ ...mail, labels }));
  }
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
