import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, answerQuery, changeSharing } from '../../backend/answers.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import { Button } from '../../design/button.tsx';
import { Skeleton } from '../../design/feedback.tsx';
import { useAct } from '../../design/form.tsx';
import { Section } from '../../design/page.tsx';
import { toast } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { SharingFields } from '../../tickets/closing/sharing-fields.tsx';
import { WordChips } from '../../tickets/closing/word-chips.tsx';

/** Lets a developer change what an answer says it is about, and confirm or end its sharing. */
export function AnswerSharing({ answer }: { answer: Answer }) {
  const client = useQueryClient();
  const { id, ticket_id, ticket_number, question, is_shared, content, found_by } = answer;
  const { data: ticket, isLoading } = useQuery({ ...ticketQuery(ticket_number ?? 0), enabled: ticket_number !== null });
  const [draft, setDraft] = useState({ question: question ?? '', shared: is_shared });
  const [words, setWords] = useState(found_by ?? []);
  const [, setMarks] = useState(0);
  const saving = useAct(async (ticketId: string) => {
    const sharing = { question: draft.question.trim() || null, is_shared: draft.shared, found_by: words };
    await changeSharing(ticketId, id, sharing);
    client.setQueryData(answerQuery(id).queryKey, (old) => old && { ...old, ...sharing });
    client.invalidateQueries({ queryKey: ['answers'], refetchType: 'none' });
    toast({ text: t('sharing.saved') });
  });
  if (ticket_id === null) return null;
  // The reporter's name may be in the answer: the mark on it would move the fields below.
  if (isLoading) return <Skeleton lines={2} />;
  return (
    <Section title={t('sharing.title')}>
      <div className="flex flex-col gap-3 p-4 md:p-5">
        <SharingFields
          draft={draft}
          onChange={setDraft}
          answer={content}
          reporter={ticket?.reporter_name ?? ''}
          onOpenMarks={setMarks}
        />
        <WordChips
          label={t('foundBy.title')}
          hint={t(draft.shared ? 'foundBy.everybody' : 'foundBy.readers')}
          words={words}
          onChange={setWords}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" busy={saving.busy} onClick={() => saving.act(ticket_id)}>
            {t('action.save')}
          </Button>
          <span className="text-sm text-muted">{t('sharing.inTicket')}</span>
        </div>
      </div>
    </Section>
  );
}
