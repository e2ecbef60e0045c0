import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MOST_SPLIT, TEXT_BOUNDS } from '../../../../contract/words.ts';
import { refreshTickets, splitTicket } from '../../backend/merging.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { NotReady, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { undoOf } from '../changing/undo.ts';

type Comment = TicketDetail['comments'][number];

/** The comments that may go: the answer stays with its ticket. */
export const splittable = ({ comments }: TicketDetail): Comment[] =>
  comments.filter(({ is_closure_summary }) => !is_closure_summary);

/** Makes a new ticket of comments that are about something else. */
export function SplitDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const comments = splittable(ticket);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [title, setTitle] = useState('');
  const isTold = comments.some(({ id, is_internal }) => chosen.includes(id) && !is_internal);

  const splitting = useAttempt(async () => {
    if (!isTold) throw new NotReady(t('merging.splitNeedsPublic'));
    const made = await splitTicket(ticket.id, { comment_ids: [...chosen], title: title.trim() });
    onClose();
    await refreshTickets(client);
    const { undo } = undoOf(client, made);
    toast({
      text: t('merging.splitDone', { number: made.number, from: ticket.number }),
      undo: () => undo?.().then(() => navigate({ to: '/t/$number', params: { number: String(ticket.number) } })),
    });
    navigate({ to: '/t/$number', params: { number: String(made.number) } });
  });

  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('merging.splitTitle', { number: ticket.number })}
      disabled={chosen.length === 0 || title.trim().length < TEXT_BOUNDS.title.min}
      submit={t('merging.splitSubmit')}
      attempt={splitting}
    >
      <fieldset className="flex min-w-0 flex-col">
        <legend className="mb-1 text-sm font-medium">{t('merging.splitWhich')}</legend>
        <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto rounded-lg border border-line">
          {comments.map((comment) => (
            <Row
              key={comment.id}
              comment={comment}
              chosen={chosen.includes(comment.id)}
              full={chosen.length >= MOST_SPLIT}
              onToggle={() => {
                splitting.forget();
                setChosen(
                  chosen.includes(comment.id) ? chosen.filter((id) => id !== comment.id) : [...chosen, comment.id],
                );
              }}
            />
          ))}
        </ul>
      </fieldset>
      <InputField
        name="title"
        label={t('field.title')}
        hint={t('merging.splitHint')}
        required
        minLength={TEXT_BOUNDS.title.min}
        longest={TEXT_BOUNDS.title.max}
        value={title}
        onChange={setTitle}
      />
    </FormDialog>
  );
}

/** The text with names in the place of ids. */
const withNames = ({ content, mentions }: Comment): string =>
  mentions.reduce((text, { id, name }) => text.replaceAll(`<@${id}>`, `@${name}`), content);

interface RowProps {
  comment: Comment;
  chosen: boolean;
  /** Whether as many are chosen as may be. */
  full: boolean;
  onToggle: () => void;
}

function Row({ comment, chosen, full, onToggle }: RowProps) {
  return (
    <li>
      <label className="flex min-h-10 items-start gap-3 px-3 py-2 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={chosen}
          disabled={full && !chosen}
          onChange={onToggle}
        />
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{comment.user_name ?? t('field.nobody')}</span>{' '}
          {comment.is_internal && <span className="text-xs text-muted">({t('comment.internal')})</span>}
          <span className="line-clamp-2 text-muted">{withNames(comment)}</span>
        </span>
      </label>
    </li>
  );
}
