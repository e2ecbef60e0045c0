/** The request to write a comment on a ticket, which its composer answers as soon as it is there. */
import { type RefObject, useEffect } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import { observable, useObservable } from '../../observable/observable.ts';

interface Writing {
  /** The id of the ticket. */
  ticket: string;
  internal: boolean;
}

const request = observable<Writing | undefined>(undefined);

export const askToWrite = ({ id }: Pick<TicketSummary, 'id'>, internal: boolean): void =>
  request.set({ ticket: id, internal });

/** Leads the user to the field when somebody has asked to write on this ticket. */
export function useWritingRequest(
  ticket: string,
  field: RefObject<HTMLTextAreaElement | null>,
  begin: (internal: boolean) => void,
): void {
  const asked = useObservable(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (asked?.ticket !== ticket || !field.current) return;
    request.set(undefined);
    begin(asked.internal);
    field.current.focus();
  }, [asked, ticket]);
}
