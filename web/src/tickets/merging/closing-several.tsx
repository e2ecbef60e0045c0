import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { closeEach, type Refused, refreshTickets } from '../../backend/merging.ts';
import { lengthOf, sendByKeys } from '../../design/field.tsx';
import { NotReady, useAttempt } from '../../design/form.tsx';
import { FormDialog, TextAreaField } from '../../design/form-dialog.tsx';
import { toast, toastWhenDone } from '../../design/toast.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import type { Several } from '../changing/dialog-requests.ts';
import { undoOf } from '../changing/undo.ts';
import { LONGEST_ANSWER } from '../closing/answer-field.tsx';
import { AlsoClosing } from './also-closing.tsx';
import { useClosedTogether } from './closed-together.ts';
import { RefusedList } from './refused-list.tsx';

/** Closes several tickets with one answer, each of which may have another one. What is refused stays, and says why. */
export function ClosingSeveral({ request, onClose }: { request: Several; onClose: () => void }) {
  const client = useQueryClient();
  const [left, setLeft] = useState(request.tickets);
  const [text, setText, clear] = useDraft(`closing several.${useMe().id}`, '');
  const together = useClosedTogether(left);
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  const answerOf = (id: string): string => (together.ownOf(id) ?? text).trim();
  const closing = useAttempt(async () => {
    const tickets = left.filter(({ id }) => together.isChosen(id));
    if (tickets.length === 0) return;
    if (tickets.some(({ id }) => answerOf(id) === '')) throw new NotReady(t('closing.required'));
    if (tickets.some(({ id }) => lengthOf(answerOf(id)) > LONGEST_ANSWER)) return;
    const ids = tickets.map(({ id }) => id);
    const result = await toastWhenDone(closeEach(ids, answerOf));
    const closed = tickets.filter(({ id }) => result.done.includes(id));
    setRefused(result.refused);
    setLeft(left.filter(({ id }) => !result.done.includes(id)));
    request.onDone(result.done);
    if (closed.length > 0)
      toast({ text: t('merging.closed', { count: closed.length }), ...undoOf(client, ...result.answers) });
    if (result.refused.length === 0) {
      clear();
      onClose();
    }
    await refreshTickets(client);
  });

  return (
    <FormDialog
      wide
      drafts
      onClose={onClose}
      title={t('merging.closeTitle', { count: left.length })}
      icon="check"
      disabled={together.chosen.length === 0}
      submit={t('merging.closeSubmit', { count: together.chosen.length })}
      attempt={closing}
    >
      <TextAreaField
        name="closure_summary"
        label={t('merging.oneAnswer')}
        hint={t('closing.hint')}
        autoFocus
        rows={5}
        longest={LONGEST_ANSWER}
        value={text}
        onKeyDown={sendByKeys}
        onChange={(text) => {
          setText(text);
          closing.forget();
        }}
      />
      <RefusedList tickets={left} refused={refused} />
      <AlsoClosing together={together} answer={text} />
    </FormDialog>
  );
}
