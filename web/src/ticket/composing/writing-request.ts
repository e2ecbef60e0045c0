/** The request to write a comment on a ticket, which its composer answers as soon as it is there. */
import { type RefObject, useEffect } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import type { Command } from '../../commands/registry.ts';
import { observable, useObservable } from '../../observable/observable.ts';
import { t } from '../../texts/texts.ts';

interface Writing {
  /** The id of the ticket. */
  ticket: string;
  internal: boolean;
}

const request = observable<Writing | undefined>(undefined);

const askToWrite = ({ id }: Pick<TicketSummary, 'id'>, internal: boolean): void =>
  request.set({ ticket: id, internal });

/** Leads the user to the field when somebody has asked to write on this ticket. */
export function useWritingRequest(
  ticket: string,
  field: RefObject<HTMLTextAreaElement | null>,
  begin: (internal: boolean) => void,
): void {
  const pending = useObservable(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (pending?.ticket !== ticket || !field.current) return;
    request.set(undefined);
    begin(pending.internal);
    field.current.focus();
  }, [pending, ticket]);
}

type WritableTicket = Pick<TicketSummary, 'id'> & Partial<Pick<TicketSummary, 'can'>>;

/**
 * The keys that begin a comment on a ticket.
 *
 * @param show brings the ticket's composer on the page, where it is not there yet.
 */
export function writingCommands(ticket: WritableTicket, show: () => void = () => {}): Command[] {
  const offer = (id: string, label: string, keys: string, internal: boolean): Command => ({
    id,
    label,
    keys,
    group: 'ticket',
    run: () => {
      show();
      askToWrite(ticket, internal);
    },
  });
  return [
    ...((ticket.can?.comment ?? true)
      ? [offer('comment', t('command.comment'), 'm', false), offer('reply', t('command.comment'), 'r', false)]
      : []),
    ...(ticket.can?.comment_internally ? [offer('comment internally', t('command.internal'), 'shift+m', true)] : []),
  ];
}
