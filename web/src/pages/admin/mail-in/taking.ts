import type { MailAcceptance } from '../../../../../contract/mail-in.ts';
import type { InboundMail } from '../../../backend/mail-in.ts';
import { t } from '../../../texts/texts.ts';

/** What becomes of a mail, and what its sender is answered in the same step. */
export type Taking = MailAcceptance & { readonly answer?: string | undefined };

/** What is to become of a mail that nobody has decided about; undefined where the mail does not say enough. */
export function obviousAcceptance({ ticket_number, from }: InboundMail): MailAcceptance | undefined {
  if (ticket_number !== null) return { as: 'reply', ticket_number };
  return from === null ? undefined : { as: 'report' };
}

/** What taking a mail makes of it, in words. */
export function outcomeText(mail: InboundMail): string {
  const { as } = obviousAcceptance(mail) ?? {};
  if (as === 'reply') return t('mailIn.makes.reply', { number: mail.ticket_number ?? '' });
  return as === 'report' ? t('mailIn.makes.report', { from: mail.from ?? '' }) : t('mailIn.makes.nothing');
}
