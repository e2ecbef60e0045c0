import { useEffect, useState } from 'react';
import { markPersonal, type PersonalMark } from '../../../../contract/personal-data.ts';
import { LONGEST } from '../../../../contract/words.ts';
import { Button } from '../../design/button.tsx';
import { Switch } from '../../design/field.tsx';
import { InputField } from '../../design/form-dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';

/** The question of an answer as it stands in the field, and whether colleagues may read it. */
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

/** The question of an answer, and whether colleagues may read it; with what looks personal in both texts. */
export function SharingFields({ draft, onChange, answer, onAnswer, reporter, onOpenMarks }: SharingFieldsProps) {
  const [confirmed, setKept] = useState<ReadonlySet<string>>(new Set());
  const keep = (mark: string) => setKept(new Set([...confirmed, mark]));
  const { question, shared } = draft;
  const inQuestion = shared ? openMarks(question, reporter, confirmed) : [];
  const inAnswer = shared ? openMarks(answer, reporter, confirmed) : [];
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
      <InputField
        label={t('sharing.question')}
        hint={t('sharing.questionHint')}
        value={question}
        longest={LONGEST.question}
        onChange={(text) => onChange({ ...draft, question: text })}
      />
      <Switch
        label={t('sharing.shared')}
        hint={t('sharing.sharedHint')}
        checked={shared}
        onChange={(next) => onChange({ ...draft, shared: next })}
      />
    </div>
  );
}

/** The sign in the place of what was removed. */
const REMOVED = '…';
/** So many letters around it are shown, so that the user sees where it stands. */
const AROUND = 28;

/** Something in a text that looks personal, and of which the user has not said that it stays. */
interface OpenMark extends PersonalMark {
  readonly found: string;
}

/** @param confirmed what the user has said stays, in whichever text. */
const openMarks = (text: string, reporter: string, confirmed: ReadonlySet<string>): OpenMark[] =>
  markPersonal(text, reporter)
    .map((mark) => ({ ...mark, found: text.slice(mark.start, mark.end) }))
    .filter(({ found: text }) => !confirmed.has(text));

const without = (text: string, { start, end }: OpenMark): string => text.slice(0, start) + REMOVED + text.slice(end);

interface PersonalMarksProps {
  /** Which text it is. */
  label: string;
  text: string;
  marks: readonly OpenMark[];
  onKeep: (mark: string) => void;
  /** Changes the text. Without it the text is changed elsewhere. */
  onRemove?: ((text: string) => void) | undefined;
}

/** Each part of a text that looks personal, to be kept or removed by a click. */
function PersonalMarks({ label, text, marks, onKeep, onRemove }: PersonalMarksProps) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {marks.map((mark) => (
        <li key={`${mark.start} ${mark.found}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere text-muted">
            {label}: {mark.start > AROUND && '…'}
            {text.slice(Math.max(0, mark.start - AROUND), mark.start)}
            <mark className="rounded-xs bg-warning-soft px-0.5 font-medium text-ink">{mark.found}</mark>
            {text.slice(mark.end, mark.end + AROUND)}
            {mark.end + AROUND < text.length && '…'}
          </span>
          <span className="flex gap-1.5">
            {onRemove && (
              <Button
                small
                aria-label={t('sharing.removeThat', { found: mark.found })}
                onClick={() => onRemove(without(text, mark))}
              >
                {t('sharing.remove')}
              </Button>
            )}
            <Button
              small
              look="quiet"
              aria-label={t('sharing.keepThat', { found: mark.found })}
              onClick={() => onKeep(mark.found)}
            >
              {t('sharing.keep')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
