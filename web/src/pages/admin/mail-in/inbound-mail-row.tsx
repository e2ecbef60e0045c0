import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { MailAcceptance } from '../../../../../contract/mail-in.ts';
import type { MailInReason, MailInState } from '../../../../../contract/words.ts';
import { acceptMail, discardMail, type InboundMail } from '../../../backend/mail-in.ts';
import { classes } from '../../../design/class-names.ts';
import { Icon } from '../../../design/icon.tsx';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { ago, moment } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { MailDetail } from './mail-detail.tsx';

const TONES: Record<MailInState, string> = {
  waiting: 'bg-info-soft text-info',
  reply: 'bg-success-soft text-success',
  report: 'bg-success-soft text-success',
  bounce: 'bg-sunken text-muted',
  machine: 'bg-sunken text-muted',
  held: 'bg-warning-soft text-warning',
  refused: 'bg-sunken text-muted',
  failed: 'bg-danger-soft text-danger',
  discarded: 'bg-sunken text-muted',
};

/** A key that ends in `_many` would be a plural form. */
const reasonText = (reason: MailInReason): string =>
  t(reason === 'too_many' ? 'mailIn.reason.overLimit' : `mailIn.reason.${reason}`);

export const idOfRow = (id: string): string => `mail-${id}`;

interface RowProps {
  mail: InboundMail;
  open: boolean;
  onToggle: () => void;
  /** Called before a mail that was decided about leaves the list. */
  onDecided: () => void;
}

/** What is to become of a mail that nobody has decided about; undefined where the mail does not say enough. */
export function obviousAcceptance({ ticket_number, from }: InboundMail): MailAcceptance | undefined {
  if (ticket_number !== null) return { as: 'reply', ticket_number };
  return from === null ? undefined : { as: 'report' };
}

export function InboundMailRow({ mail, open, onToggle, onDecided }: RowProps) {
  const client = useQueryClient();
  const decided = {
    onSuccess: () => onDecided(),
    onError: (error: unknown) => toastRefusal(error),
    onSettled: () => client.invalidateQueries({ queryKey: ['mail-in'] }),
  };
  const accept = useMutation({
    ...decided,
    mutationFn: async (acceptance: MailAcceptance) => {
      const { ticket_number } = await acceptMail(mail.id, acceptance);
      toast({ text: t(`mailIn.became.${acceptance.as}`, { number: String(ticket_number) }) });
    },
  });
  const discard = useMutation({ ...decided, mutationFn: () => discardMail(mail.id) });
  const isUndecided = mail.state === 'held' || mail.state === 'failed';
  const isBusy = accept.isPending || discard.isPending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isUndecided || isBusy || event.ctrlKey || event.metaKey || event.altKey) return;
    const acceptance = obviousAcceptance(mail);
    if (event.key === 'd') discard.mutate();
    else if (event.key === 'a' && acceptance) accept.mutate(acceptance);
  };
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        id={idOfRow(mail.id)}
        aria-expanded={open}
        {...(isUndecided ? { 'aria-keyshortcuts': 'a d' } : {})}
        onClick={onToggle}
        onKeyDown={onKeyDown}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover md:px-5"
      >
        <Icon name="right" size={16} className={classes('text-muted transition-transform', open && 'rotate-90')} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{mail.subject || t('mailIn.noSubject')}</span>
          <span className="block truncate text-xs text-muted">
            {mail.from ?? mail.envelope_from ?? t('mailIn.unknownSender')}
            {mail.ticket_number !== null && ` · #${mail.ticket_number}`}
            {mail.reason && ` · ${reasonText(mail.reason)}`}
          </span>
        </span>
        <span className={`shrink-0 rounded-full px-2 text-xs leading-6 font-medium ${TONES[mail.state]}`}>
          {t(`mailIn.state.${mail.state}`)}
        </span>
        <time
          dateTime={mail.received_at}
          title={moment(mail.received_at)}
          className="min-w-20 shrink-0 text-right text-xs text-muted max-md:hidden"
        >
          {ago(mail.received_at)}
        </time>
      </button>
      {open && (
        <MailDetail
          mail={mail}
          isBusy={isBusy}
          {...(isUndecided ? { onAccept: accept.mutate, onDiscard: () => discard.mutate() } : {})}
        />
      )}
    </li>
  );
}
