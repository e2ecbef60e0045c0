import { useQueryClient } from '@tanstack/react-query';
import { LONGEST } from '../../../../contract/words.ts';
import { reopenTicket } from '../../backend/reopening.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody } from '../../design/dialog.tsx';
import { sendByKeys } from '../../design/field.tsx';
import { Form, NotReady, useAttempt } from '../../design/form.tsx';
import { TextAreaField } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { trimmed } from '../../tickets/changing/text-bounds.ts';

/** The reporter's text about what is still wrong with a closed ticket, and the button that reopens it. */
export function NotSolvedForm({ ticket, onReopened }: { ticket: TicketSummary; onReopened: () => void }) {
  const client = useQueryClient();
  const [text, setText, clear] = useDraft(`reopening.${useMe().id}.${ticket.id}`, '');

  const reopening = useAttempt(async () => {
    if (!text.trim()) throw new NotReady(t('reopening.required'));
    await reopenTicket(client, ticket, trimmed(text));
    clear();
    toast({ text: t('reopening.done', { number: ticket.number }) });
    onReopened();
  });

  return (
    <Form onSubmit={reopening.attempt} onKeyDown={sendByKeys} className="flex flex-col gap-4">
      <TextAreaField
        label={t('reopening.what')}
        hint={t('reopening.hint')}
        error={reopening.problem}
        autoFocus
        longest={LONGEST.comment}
        value={text}
        onChange={(text) => {
          setText(text);
          reopening.forget();
        }}
      />
      <Button type="submit" look="primary" icon="refresh" busy={reopening.busy} className="self-end">
        {t('reopening.submit')}
      </Button>
    </Form>
  );
}

export function NotSolvedDialog({ ticket, onClose }: { ticket: TicketSummary; onClose: () => void }) {
  return (
    <Dialog drafts onClose={onClose} title={t('reopening.title')} description={`#${ticket.number} ${ticket.title}`}>
      <DialogBody>
        <NotSolvedForm ticket={ticket} onReopened={onClose} />
      </DialogBody>
    </Dialog>
  );
}
