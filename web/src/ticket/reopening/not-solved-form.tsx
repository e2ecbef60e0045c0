import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LONGEST } from '../../../../contract/words.ts';
import { reopenTicket } from '../../backend/reopening.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody } from '../../design/dialog.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Field, sendByKeys, TextArea } from '../../design/field.tsx';
import { toast } from '../../design/toast.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { trimmed } from '../../tickets/changing/text-bounds.ts';

/** What a reporter says is still wrong with a closed ticket, and the button that reopens it. */
export function NotSolvedForm({ ticket, onReopened }: { ticket: TicketSummary; onReopened: () => void }) {
  const client = useQueryClient();
  const [text, setText, clear] = useDraft(`reopening.${useMe().id}.${ticket.id}`, '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return setProblem(t('reopening.required'));
    if (busy) return;
    setBusy(true);
    try {
      await reopenTicket(client, ticket, trimmed(text));
      clear();
      toast({ text: t('reopening.done', { number: ticket.number }) });
      onReopened();
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} onKeyDown={sendByKeys} className="flex flex-col gap-4">
      <Field label={t('reopening.what')} hint={t('reopening.hint')} error={problem}>
        {(described) => (
          <TextArea
            {...described}
            autoFocus
            longest={LONGEST.comment}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" look="primary" icon="refresh" busy={busy} className="self-end">
        {t('reopening.submit')}
      </Button>
    </form>
  );
}

export function NotSolvedDialog({ ticket, onClose }: { ticket: TicketSummary; onClose: () => void }) {
  return (
    <Dialog
      open
      drafts
      onClose={onClose}
      title={t('reopening.title')}
      description={`#${ticket.number} ${ticket.title}`}
    >
      <DialogBody>
        <NotSolvedForm ticket={ticket} onReopened={onClose} />
      </DialogBody>
    </Dialog>
  );
}
