import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closingDraftQuery } from '../../backend/answers.ts';
import { lackingIn } from './words.ts';

/**
 * The words by which an answer is to be found, beside its own: those that the service offers for the ticket, without what the
 * answer says already, and what the user has typed.
 *
 * @param said the answer and its question, as they are written now.
 */
export function useAlsoFoundBy(ticketId: string, said: string) {
  const offered = useQuery(closingDraftQuery(ticketId)).data?.found_by ?? [];
  const [chosen, setChosen] = useState<string[]>();
  const words =
    chosen ??
    lackingIn(
      said,
      offered.map((offer) => offer.words),
    );
  return { words, setChosen, changes: () => (words.length === 0 ? {} : { closure_found_by: words }) };
}
