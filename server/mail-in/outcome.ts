import type { MailInReason, MailInState } from '#contract/words.ts';

/** What of a mail decides what becomes of it. Everything in it is read before, in one transaction. */
export interface MailFacts {
  readonly recipient: 'report' | 'reply' | 'bounce';
  readonly isDeliveryReport: boolean;
  readonly isByMachine: boolean;
  /** One From with one address, or else. */
  readonly hasAuthor: boolean;
  /** Over depth, parts or headers, encrypted, or with a wrong boundary. */
  readonly isReadable: boolean;
  /**
   * The tokens that it carries: none; none that is known; of two tickets; of one ticket, and another person's; the author's own.
   */
  readonly token: 'none' | 'unknown' | 'two tickets' | 'of another' | 'of the author';
  /** Whether the owner of the token is active and may comment on the ticket now. */
  readonly mayComment: boolean;
  /** Whether anything is left of it that the author brought: words, or files. */
  readonly hasNews: boolean;
  /** Whether the project in the address is one into which the author may report; true without one. */
  readonly mayReportThere: boolean;
  readonly isDomainAllowed: boolean;
  readonly isAuthenticated: boolean;
  /** Whether the author is known, and may not sign in any more. */
  readonly isInactive: boolean;
  /** Whether the author has sent as many mails as one may, or the ticket has had as many replies. */
  readonly isOverLimit: boolean;
}

export interface Outcome {
  readonly state: Exclude<MailInState, 'waiting' | 'failed' | 'discarded'>;
  readonly reason: MailInReason | null;
}

const held = (reason: MailInReason): Outcome => ({ state: 'held', reason });
const as = (state: 'reply' | 'report' | 'bounce' | 'machine'): Outcome => ({ state, reason: null });

/** Pure: what becomes of a mail (docs/rules/mail-in.md#what-becomes-of-a-mail). The first line that fits decides. */
export function mailOutcome(mail: MailFacts): Outcome {
  if (mail.recipient === 'bounce' || mail.isDeliveryReport) return as('bounce');
  if (mail.isByMachine) return as('machine');
  if (!mail.hasAuthor) return held('unclear_sender');
  if (!mail.isReadable) return held('unreadable');
  return mail.token === 'none' && mail.recipient === 'report' ? ofReport(mail) : ofReply(mail);
}

function ofReply(mail: MailFacts): Outcome {
  if (mail.token === 'none' || mail.token === 'unknown') return held('unknown_address');
  if (mail.token === 'two tickets') return held('two_references');
  if (mail.token === 'of another') return held('other_sender');
  if (!mail.mayComment) return held('not_allowed');
  if (!mail.hasNews) return held('nothing_new');
  return mail.isOverLimit ? held('too_many') : as('reply');
}

function ofReport(mail: MailFacts): Outcome {
  if (!mail.isDomainAllowed) return { state: 'refused', reason: 'domain_not_allowed' };
  if (mail.isInactive) return { state: 'refused', reason: 'not_allowed' };
  if (!mail.isAuthenticated) return held('unauthenticated');
  if (!mail.mayReportThere) return held('unknown_address');
  if (!mail.hasNews) return held('nothing_new');
  return mail.isOverLimit ? held('too_many') : as('report');
}
