import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TeamGlossary } from '../../../../contract/glossary.ts';
import { glossaryQuery, putGlossary } from '../../backend/answers.ts';
import { KwitError } from '../../backend/client.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Empty, refusalText } from '../../design/feedback.tsx';
import { Input, Switch } from '../../design/field.tsx';
import { Form, useAct, useAttempt } from '../../design/form.tsx';
import { InputField, TextAreaField } from '../../design/form-dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { maybeText, t } from '../../texts/texts.ts';
import { BuiltInEntries } from './built-in-glossary.tsx';
import { type GlossaryRow, glossaryRows, textWith, withoutAway } from './glossary-entries.ts';

/** Which words mean the same when an answer is looked for. */
export function GlossarySettings() {
  const query = useQuery(glossaryQuery);
  if (!query.data) return <Pending query={query} />;
  return <GlossarySection glossary={query.data} />;
}

function GlossarySection({ glossary }: { glossary: TeamGlossary }) {
  const client = useQueryClient();
  const own = glossary.is_built_in ? '' : glossary.text;
  // The first words of a team stand beside ours.
  const put = async (text: string | null, withBuiltIn: boolean | undefined = glossary.is_built_in || undefined) => {
    client.setQueryData(glossaryQuery.queryKey, await putGlossary(text, withBuiltIn));
  };
  const save = async (text: string) => {
    await put(text);
    toast({ text: t('glossary.saved') });
  };
  const before = glossary.is_built_in ? null : glossary.text;
  /** Puts a text that needs no look before it, and offers to undo that. */
  const { act: putAtOnce } = useAct(async (text: string | null, message: string) => {
    await put(text);
    toast({ text: message, undo: () => put(before).catch((error) => toastRefusal(error)) });
  });
  const remove = ({ word }: GlossaryRow, text: string) => putAtOnce(text, t('glossary.removed', { word }));
  return (
    <Section
      title={t('admin.glossary')}
      count={glossary.entries}
      aside={
        !glossary.is_built_in && (
          <Button look="quiet" small onClick={() => putAtOnce(null, t('glossary.isBuiltIn'))}>
            {t('glossary.putBack')}
          </Button>
        )
      }
    >
      <p className="px-4 pt-3 text-sm text-muted md:px-5">
        {t('glossary.lead')}{' '}
        {t(glossary.is_built_in ? 'glossary.isBuiltIn' : glossary.with_built_in ? 'glossary.isBoth' : 'glossary.isOwn')}
      </p>
      {!glossary.is_built_in && (
        <div className="px-4 pt-3 md:px-5">
          <Switch
            label={t('glossary.withBuiltIn')}
            checked={glossary.with_built_in}
            onChange={(isOn) => put(withoutAway(own, isOn), isOn).catch(toastRefusal)}
          />
        </div>
      )}
      <GlossaryRows text={own} onPut={save} onRemove={remove} />
      <GlossaryText text={own} onPut={save} />
      {(glossary.is_built_in || glossary.with_built_in) && <BuiltInEntries text={own} onPut={save} />}
    </Section>
  );
}

interface GlossaryTextProps {
  text: string;
  /** Puts another text in its place. Rejects where the service refuses it. */
  onPut: (text: string) => Promise<void>;
}

/** The whole glossary as one text, folded: for many entries at once, and for notes. */
function GlossaryText({ text, onPut }: GlossaryTextProps) {
  const [draft, setDraft] = useState<string>();
  const saving = useAttempt(async () => {
    if (draft === undefined) return;
    await onPut(draft);
    setDraft(undefined);
  }, problemText);
  const end = () => {
    setDraft(undefined);
    saving.forget();
  };
  return (
    <details className="group px-4 py-2 md:px-5">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="down" size={16} className="group-open:rotate-180" />
        {t('glossary.many')}
      </summary>
      <Form onSubmit={saving.attempt} className="flex flex-col gap-3 py-2">
        <TextAreaField
          label={t('glossary.entries')}
          hint={t('glossary.manyHint')}
          error={saving.problem}
          rows={16}
          spellCheck={false}
          className="max-h-[60vh] font-mono text-sm"
          value={draft ?? text}
          onChange={setDraft}
        />
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={saving.busy} disabled={draft === undefined || draft === text}>
            {t('action.save')}
          </Button>
          {draft !== undefined && draft !== text && (
            <Button look="quiet" onClick={end}>
              {t('action.cancel')}
            </Button>
          )}
        </div>
      </Form>
    </details>
  );
}

/** Which lines do not count, and why, or else what went wrong. */
function problemText(problem: unknown): string {
  const details = problem instanceof KwitError ? problem.details : [];
  if (details.length === 0) return refusalText(problem);
  const lines = details.map(({ code, message }) => {
    const [, line = '', form = ''] = /^Line (\d+): “(.*)” /.exec(message) ?? [];
    return maybeText(`glossary.${code}`, { line, form }) ?? message;
  });
  return lines.join(' ');
}

/** Rows that are drawn before the reader asks for more. */
const FIRST_ROWS = 40;

interface GlossaryRowsProps extends GlossaryTextProps {
  onRemove: (entry: GlossaryRow, text: string) => void;
}

/** The entries, each with a form of its own, and a search among them. */
function GlossaryRows({ text, onPut, onRemove }: GlossaryRowsProps) {
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
        <Button
          ref={add}
          icon="plus"
          className="h-10 max-md:h-11"
          onClick={() => setEdited(null)}
          data-reach="new-word"
          data-opens
        >
          {t('glossary.add')}
        </Button>
      </div>
      {edited === null && form()}
      {shown.length === 0 && <Empty text={t(sought === '' ? 'glossary.noOwn' : 'glossary.none')} />}
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

/** Problems that the service cannot tell from the text: an entry without a word, and one that would be a note. */
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
    field: word.split(/[|,]/).some((candidate) => candidate.trim() === form) ? 'word' : 'synonyms',
    text: text ?? refusalText(error),
  };
}
