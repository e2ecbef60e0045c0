import { useRef, useState } from 'react';
import { KwitError } from '../../backend/client.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Empty, refusalText } from '../../design/feedback.tsx';
import { Input } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { InputField } from '../../design/form-fields.tsx';
import { maybeText, t } from '../../texts/texts.ts';
import { type GlossaryRow, glossaryRows, textWith } from './glossary-entries.ts';

/** Rows that are drawn before the reader asks for more. */
const FIRST_ROWS = 40;

interface GlossaryRowsProps {
  text: string;
  /** Puts another text in its place. Rejects where the service refuses it. */
  onPut: (text: string) => Promise<void>;
  onRemove: (entry: GlossaryRow, text: string) => void;
}

/** The entries, each with a form of its own, and a search among them. */
export function GlossaryRows({ text, onPut, onRemove }: GlossaryRowsProps) {
  const [sought, setSought] = useState('');
  const [isWhole, setWhole] = useState(false);
  /** The line that is edited; null for a new entry. */
  const [edited, setEdited] = useState<number | null>();
  /** The line whose form was left: the focus goes back to its button. */
  const [left, setLeft] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);
  const words = sought.trim().toLowerCase();
  const entries = glossaryRows(text).filter(({ word, synonyms }) =>
    `${word} ${synonyms}`.toLowerCase().includes(words),
  );
  const shown = isWhole || words ? entries : entries.slice(0, FIRST_ROWS);
  const form = (entry?: GlossaryRow) => (
    <EntryForm
      {...(entry && { entry })}
      onSave={(next) => onPut(textWith(text, entry?.line ?? null, next))}
      onEnd={() => {
        setEdited(undefined);
        setLeft(entry?.line);
        if (!entry) add.current?.focus();
      }}
    />
  );
  return (
    <>
      <div className="flex gap-2 border-b border-line p-3 md:px-5">
        <Input
          type="search"
          aria-label={t('glossary.search')}
          placeholder={t('glossary.search')}
          value={sought}
          onChange={(event) => {
            setSought(event.target.value);
            setLeft(undefined);
          }}
        />
        <Button ref={add} icon="plus" className="h-10 max-md:h-11" onClick={() => setEdited(null)}>
          {t('glossary.add')}
        </Button>
      </div>
      {edited === null && form()}
      {shown.length === 0 && <Empty text={t('glossary.none')} />}
      <ul aria-label={t('admin.glossary')}>
        {shown.map((entry) => (
          <li key={entry.line} className="border-b border-line">
            {edited === entry.line ? (
              form(entry)
            ) : (
              <Row
                entry={entry}
                autoFocus={entry.line === left}
                onEdit={() => setEdited(entry.line)}
                onRemove={() => onRemove(entry, textWith(text, entry.line, null))}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <div className="p-2 text-center">
          <Button look="quiet" small onClick={() => setWhole(true)}>
            {t('list.showMore')}
          </Button>
        </div>
      )}
    </>
  );
}

interface RowProps {
  entry: GlossaryRow;
  autoFocus: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

const Row = ({ entry: { word, synonyms }, autoFocus, onEdit, onRemove }: RowProps) => (
  <div className="flex items-center gap-2 px-4 py-1 text-sm md:px-5">
    <span className="min-w-0 flex-1 wrap-anywhere sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:gap-4">
      <span className="font-medium">{word}</span>
      <span className="text-muted max-sm:block">{synonyms}</span>
    </span>
    <IconButton small autoFocus={autoFocus} icon="edit" label={t('glossary.edit', { word })} onClick={onEdit} />
    <IconButton small icon="trash" label={t('glossary.remove', { word })} onClick={onRemove} />
  </div>
);

interface EntryFormProps {
  entry?: GlossaryRow;
  onSave: (entry: Omit<GlossaryRow, 'line'>) => Promise<void>;
  onEnd: () => void;
}

type Problem = { field: 'word' | 'synonyms'; text: string };

function EntryForm({ entry, onSave, onEnd }: EntryFormProps) {
  const [word, setWord] = useState(entry?.word ?? '');
  const [synonyms, setSynonyms] = useState(entry?.synonyms ?? '');
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const early = missing(word, synonyms);
    if (early) return setProblem(early);
    setBusy(true);
    try {
      await onSave({ word, synonyms });
      onEnd();
    } catch (error) {
      setProblem(problemOf(error, word));
      setBusy(false);
    }
  };
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined);
  return (
    <Form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
      className="flex flex-col gap-3 border-b border-line bg-sunken px-4 py-3 md:px-5"
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <InputField
          label={t('glossary.word')}
          error={errorOf('word')}
          hint={t('glossary.wordHint')}
          autoFocus
          value={word}
          onChange={setWord}
        />
        <InputField
          label={t('glossary.synonyms')}
          error={errorOf('synonyms')}
          hint={t('glossary.synonymsHint')}
          value={synonyms}
          onChange={setSynonyms}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" look="primary" small busy={busy}>
          {t('action.save')}
        </Button>
        <Button look="quiet" small onClick={onEnd}>
          {t('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** What the service could not tell from the text: an entry without a word, and one that would be a note. */
function missing(word: string, synonyms: string): Problem | undefined {
  const isEmpty = (words: string) => /^[\s,|]*$/.test(words);
  if (isEmpty(word)) return { field: 'word', text: t('glossary.noWord') };
  if (word.trim().startsWith('#')) return { field: 'word', text: t('glossary.entry.silent', { form: word.trim() }) };
  return isEmpty(synonyms) ? { field: 'synonyms', text: t('glossary.noSynonyms') } : undefined;
}

/** Which form does not count, and why, at the field that has it. */
function problemOf(error: unknown, word: string): Problem {
  const [detail] = error instanceof KwitError ? error.details : [];
  const [, form = ''] = /“(.*)” /.exec(detail?.message ?? '') ?? [];
  const text = detail && maybeText(`glossary.entry.${detail.code}`, { form });
  return {
    field: word.split(/[|,]/).some((one) => one.trim() === form) ? 'word' : 'synonyms',
    text: text ?? refusalText(error),
  };
}
