import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '../../backend/comments.ts';
import { askersQuery, notifyAskers, type Telling } from '../../backend/tellings.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Skeleton } from '../../design/feedback.tsx';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog, SelectField, TextAreaField } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { useMe } from '../../session/me.ts';
import { type Language, t } from '../../texts/texts.ts';
import { FIXED_IN } from '../../tickets/closing/fixed-in.ts';
import { askersSentence } from './told-people.tsx';

const LONGEST_NOTE = 2000;

interface TellDialogProps {
  ticket: TicketDetail;
  answer: Comment;
  onClose: () => void;
}

/** Tells who asked for an answer that it changed, that it is live, or something else, in the language of each. */
export function TellDialog({ ticket, answer, onClose }: TellDialogProps) {
  const client = useQueryClient();
  const { language } = useMe();
  const askers = useQuery(askersQuery(ticket)).data;
  const kinds: Telling['what'][] = [
    ...(answer.edited_at === null ? [] : ['change' as const]),
    ...(ticket.live === null ? [] : ['live' as const]),
    'again',
  ];
  const [what, choose] = useState(kinds[0] ?? 'again');
  const version = ticket.live?.version;
  const [notes, setNotes] = useState<Partial<Record<Language, string>>>(
    version && answer.edited_at === null ? { en: FIXED_IN.en(version), pl: FIXED_IN.pl(version) } : {},
  );
  const others = [...new Set(askers?.askers.map((asker) => asker.language))].filter(
    (noteLanguage) => noteLanguage !== language,
  );
  const telling = useAttempt(async () => {
    const note_by_language = Object.fromEntries(
      others.flatMap((key) => (notes[key]?.trim() ? [[key, notes[key].trim()]] : [])),
    );
    const { told: count } = await notifyAskers(answer.id, {
      what,
      note: notes[language]?.trim() ?? '',
      note_by_language,
    });
    client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
    onClose();
    toast({ text: t('telling.told', { count: count }) });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('told.tell')}
      description={ticket.title}
      submit={t('telling.submit')}
      icon="send"
      disabled={!notes[language]?.trim()}
      attempt={telling}
    >
      {askers ? <p className="text-sm text-muted">{askersSentence(askers)}</p> : <Skeleton lines={1} />}
      <SelectField
        label={t('telling.what')}
        value={what}
        onChoose={choose}
        choices={kinds.map((value) => ({ value, label: t(`telling.kinds.${value}`) }))}
      />
      {[language, ...others].map((shownLanguage) => (
        <TextAreaField
          key={shownLanguage}
          label={
            others.length === 0 ? t('telling.note') : t('telling.noteIn', { language: t(`language.${shownLanguage}`) })
          }
          hint={shownLanguage === language ? t('telling.noteHint') : t('telling.otherHint')}
          name={shownLanguage === language ? 'note' : 'note_by_language'}
          longest={LONGEST_NOTE}
          rows={3}
          value={notes[shownLanguage] ?? ''}
          onChange={(text) => setNotes({ ...notes, [shownLanguage]: text })}
        />
      ))}
    </FormDialog>
  );
}
