import { useEffect, useState } from 'react';
import { LONGEST } from '../../../../contract/words.ts';
import { Field, Input, Switch } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { openMarks, PersonalMarks } from './personal-marks.tsx';

/** What an answer was about as it stands in the field, and whether colleagues may read it. */
export interface SharingDraft {
  question: string;
  shared: boolean;
}

interface SharingFieldsProps {
  draft: SharingDraft;
  onChange: (draft: SharingDraft) => void;
  answer: string;
  /** Changes the answer. Without it the answer is changed elsewhere. */
  onAnswer?: (answer: string) => void;
  /** The name of who reported the ticket. */
  reporter: string;
  /** Says how many places look personal and wait for a word of the user; none while nothing is shared. */
  onOpenMarks: (count: number) => void;
}

/** What an answer was about, and whether colleagues may read it; with what looks personal in both texts. */
export function SharingFields({ draft, onChange, answer, onAnswer, reporter, onOpenMarks }: SharingFieldsProps) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const keep = (found: string) => setKept(new Set([...kept, found]));
  const { question, shared } = draft;
  const inQuestion = shared ? openMarks(question, reporter, kept) : [];
  const inAnswer = shared ? openMarks(answer, reporter, kept) : [];
  const count = inQuestion.length + inAnswer.length;
  useEffect(() => onOpenMarks(count), [count, onOpenMarks]);
  return (
    <div className="flex flex-col gap-3">
      {count > 0 && (
        <section aria-label={t('sharing.personal')} className="flex flex-col gap-2 rounded-lg border border-line p-3">
          <p role="status" className="flex items-center gap-2 text-sm font-medium">
            <Icon name="warning" size={16} className="text-warning" />
            {t('sharing.looksPersonal', { count })}
          </p>
          <PersonalMarks
            label={t('sharing.inQuestion')}
            text={question}
            marks={inQuestion}
            onKeep={keep}
            onRemove={(next) => onChange({ ...draft, question: next })}
          />
          <PersonalMarks
            label={t('sharing.inAnswer')}
            text={answer}
            marks={inAnswer}
            onKeep={keep}
            onRemove={onAnswer}
          />
        </section>
      )}
      <Field label={t('sharing.question')} hint={t('sharing.questionHint')}>
        {(field) => (
          <Input
            {...field}
            value={question}
            longest={LONGEST.question}
            onChange={(event) => onChange({ ...draft, question: event.target.value })}
          />
        )}
      </Field>
      <Switch
        label={t('sharing.shared')}
        hint={t('sharing.sharedHint')}
        checked={shared}
        onChange={(next) => onChange({ ...draft, shared: next })}
      />
    </div>
  );
}
