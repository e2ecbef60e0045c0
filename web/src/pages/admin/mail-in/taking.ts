import type { MailAcceptance } from '../../../../../contract/mail-in.ts';
import type { InboundMail } from '../../../backend/mail-in.ts';
import { t } from '../../../texts/texts.ts';

/** The decision about a mail, and the answer to its sender in the same step. */
export type Taking = MailAcceptance & { readonly answer?: string | undefined };

/** The obvious decision about an undecided mail; undefined where the mail does not say enough. */
export function obviousAcceptance({ ticket_number, from }: InboundMail): MailAcceptance | undefined {
  if (ticket_number !== null) return { as: 'reply', ticket_number };
  return from === null ? undefined : { as: 'report' };
}

/** The effect of taking a mail, in words. */
export function outcomeText(mail: InboundMail): string {
  const { as } = obviousAcceptance(mail) ?? {};
  if (as === 'reply') return t('mailIn.makes.reply', { number: mail.ticket_number ?? '' });
  return as === 'report' ? t('mailIn.makes.report', { from: mail.from ?? '' }) : t('mailIn.makes.nothing');
}
