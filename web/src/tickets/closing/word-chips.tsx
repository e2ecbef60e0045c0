import { type KeyboardEvent, useId, useState } from 'react';
import { Field, Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { LONGEST_WORDS, MOST_WORDS, withWords } from './words.ts';

interface WordChipsProps {
  label: string;
  /** The people who will find the answer by them. */
  hint: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
}

/** Words as chips: a click or Backspace takes one off, typing adds one. */
export function WordChips({ label, hint, words, onChange }: WordChipsProps) {
  const [typed, setTyped] = useState('');
  const list = useId();
  const add = () => {
    onChange(withWords(words, typed));
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && words.length > 0) onChange(words.slice(0, -1));
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault();
      add();
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        {(field) => (
          <Input
            {...field}
            value={typed}
            maxLength={LONGEST_WORDS}
            disabled={words.length >= MOST_WORDS}
            placeholder={t('foundBy.add')}
            aria-controls={list}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => typed.trim() !== '' && add()}
          />
        )}
      </Field>
      <ul id={list} aria-label={label} className="flex flex-wrap gap-1.5 empty:hidden">
        {words.map((word) => (
          <li key={word}>
            <button
              type="button"
              className="inline-flex min-h-7 items-center gap-1 rounded-full border border-line bg-sunken px-2.5 text-sm hover:border-line-strong max-md:min-h-11"
              aria-label={t('foundBy.remove', { words: word })}
              onClick={() => onChange(words.filter((other) => other !== word))}
            >
              {word}
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
