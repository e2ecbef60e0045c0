export { type OutgoingCarriers, rememberLetter, replyCarriers } from './addresses.ts';
export { MailInCanary } from './checks/canary.ts';
export { mailInCheck, mailInStatus, mailInVerify } from './commands.ts';
export { type MailInLoad, readMailInFigures, staleMails } from './load.ts';
export { readHtml } from './reading/html-text.ts';
export { MailReader } from './reading/mail-reader.ts';
export { type PastMailHead, readPastMailBody, readPastMailHead } from './reading/past-mail.ts';
export { describeMailbox, MailboxReader } from './ways/mailbox.ts';
export { MailboxSignIn } from './ways/mailbox-sign-in.ts';
