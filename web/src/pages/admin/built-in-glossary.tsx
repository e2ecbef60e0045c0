import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { builtInGlossaryQuery } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Pending } from '../../design/pending.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { formsAway, glossaryRows, textWithAway } from './glossary-entries.ts';

interface BuiltInEntriesProps {
  /** The text of the team. */
  text: string;
  onPut: (text: string) => Promise<void>;
}

/** The words that come with Kwit, folded: each can be switched off. */
export function BuiltInEntries(props: BuiltInEntriesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group border-t border-line px-4 py-2 md:px-5"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="down" size={16} className="group-open:rotate-180" />
        {t('glossary.builtIn')}
      </summary>
      {isOpen && <Entries {...props} />}
    </details>
  );
}

/** Rows that are drawn at once: with thousands of them a search is quicker than a list. */
const MOST_ROWS = 40;

function Entries({ text, onPut }: BuiltInEntriesProps) {
  const query = useQuery(builtInGlossaryQuery);
  const [sought, setSought] = useState('');
  if (!query.data) return <Pending query={query} />;
  const words = sought.trim().toLowerCase();
  const away = new Set(formsAway(text));
  const rows = glossaryRows(query.data.text)
    .map((row) => ({ ...row, form: row.word.split(',', 1)[0] ?? row.word }))
    .filter(({ word, synonyms, form }) =>
      words ? `${word} ${synonyms}`.toLowerCase().includes(words) : away.size === 0 || away.has(form),
    )
    .slice(0, MOST_ROWS);
  return (
    <>
      <Input
        type="search"
        aria-label={t('glossary.searchBuiltIn')}
        placeholder={t('glossary.searchBuiltIn')}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
      />
      {rows.length === 0 && <Empty text={t('glossary.none')} />}
      <ul aria-label={t('glossary.builtIn')}>
        {rows.map(({ line, word, synonyms, form }) => (
          <li key={line} className="flex items-center gap-2 border-b border-line py-1 text-sm">
            <span
              className={`min-w-0 flex-1 wrap-anywhere sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:gap-4 ${away.has(form) ? 'text-muted line-through' : ''}`}
            >
              <span className="font-medium">{word}</span>
              <span className="text-muted max-sm:block">{synonyms}</span>
            </span>
            <Button
              look="quiet"
              small
              aria-label={t(away.has(form) ? 'glossary.turnOnWord' : 'glossary.turnOffWord', { word: form })}
              onClick={() => onPut(textWithAway(text, form, !away.has(form))).catch(toastRefusal)}
            >
              {t(away.has(form) ? 'glossary.turnOn' : 'glossary.turnOff')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
