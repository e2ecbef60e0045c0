import type { KeyboardEvent, RefObject } from 'react';
import { LONGEST } from '../../../../contract/words.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { t } from '../../texts/texts.ts';
import { withIds } from '../../tickets/mentioning/mentions.ts';
import { NamingTextArea } from '../../tickets/mentioning/naming-text-area.tsx';
import type { Draft } from '../conversation/comment-draft.ts';

interface CommentFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  ticket: TicketDetail;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** Whether only developers will read the comment. */
  internal: boolean;
  busy: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The text of a comment. */
export function CommentField({ field, ticket, draft, set, internal, busy, onKeyDown }: CommentFieldProps) {
  const label = internal ? t('composer.internalLabel') : t('composer.label');
  return (
    <NamingTextArea
      ref={field}
      ticket={ticket.id}
      internal={internal}
      named={draft.named ?? []}
      onNamed={(named) => set({ named })}
      data-composer={ticket.id}
      data-command={internal ? 'composer-internal' : 'composer'}
      aria-label={label}
      placeholder={label}
      // The service counts the ids of people who are named, not their names.
      longest={LONGEST.comment + draft.text.length - withIds(draft.text, draft.named ?? []).length}
      readOnly={busy}
      // The conversation shows the comment while it is being sent. The field shows it again when the service refuses.
      value={busy ? '' : draft.text}
      onKeyDown={onKeyDown}
      onChange={(event) => set({ text: event.target.value })}
    />
  );
}
