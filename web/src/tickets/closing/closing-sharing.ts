import { useState } from 'react';
import type { TicketChanges, TicketSummary } from '../../backend/tickets.ts';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import type { SharingDraft } from './sharing-fields.tsx';

const SHORTEST_QUESTION = 3;

/** What a closing dialog knows of the sharing of its answer. */
export interface ClosingSharing {
  draft: SharingDraft;
  change: (draft: SharingDraft) => void;
  /** How many places look personal and wait for a word of the user. */
  marks: number;
  count: (marks: number) => void;
  unfolded: boolean;
  unfold: (unfolded: boolean) => void;
  /** Unfolds what looks personal, once: who sends again keeps it. @returns whether the user has to look first. */
  holdsUp: () => boolean;
  /** What closing sends. */
  changes: () => Pick<TicketChanges, 'closure_question' | 'closure_shared'>;
  clear: () => void;
}

/** The question of an answer, prefilled with the title of its ticket, and whether it is shared. */
export function useClosingSharing(ticket: TicketSummary): ClosingSharing {
  const [blank] = useState<SharingDraft>({ question: ticket.title, shared: true });
  const [draft, change, clear] = useDraft(`sharing.${useMe().id}.${ticket.id}`, blank);
  const [marks, count] = useState(0);
  const [unfolded, unfold] = useState(false);
  const [hasLooked, setLooked] = useState(false);
  const holdsUp = () => {
    if (marks === 0 || hasLooked) return false;
    setLooked(true);
    unfold(true);
    return true;
  };
  const changes = () => {
    const question = draft.question.trim();
    return { closure_question: question.length < SHORTEST_QUESTION ? null : question, closure_shared: draft.shared };
  };
  return { draft, change, marks, count, unfolded, unfold, holdsUp, changes, clear };
}
