import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peoplePagesQuery } from '../backend/people.ts';
import { Avatar } from '../design/avatar.tsx';
import { Input } from '../design/field.tsx';
import { useDebounced } from '../design/use-debounced.ts';

const REST_MS = 200;
const MOST_SHOWN = 6;

interface PersonSearchProps {
  label: string;
  /** The ids of those who are not offered. */
  without?: readonly string[];
  onChoose: (id: string) => void;
}

/** Finds somebody by a part of their name or address. */
export function PersonSearch({ label, without = [], onChoose }: PersonSearchProps) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), REST_MS);
  const found = useInfiniteQuery({ ...peoplePagesQuery({ q, is_active: '1' }), enabled: q !== '' });
  const people = (q === '' ? [] : (found.data?.pages.flatMap(({ items }) => items) ?? []))
    .filter(({ id }) => !without.includes(id))
    .slice(0, MOST_SHOWN);
  return (
    <>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form would be sent, which closes the dialog.
          event.preventDefault();
          const [first] = people;
          if (!first) return;
          onChoose(first.id);
          setText('');
        }}
      />
      {people.length > 0 && (
        <ul className="rounded-lg border border-line">
          {people.map(({ id, name, email }) => (
            <li key={id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-2 px-3 text-left text-sm hover:bg-hover"
                onClick={() => {
                  onChoose(id);
                  setText('');
                }}
              >
                <Avatar name={name} size={20} />
                <span className="truncate">{name}</span>
                <span className="truncate text-muted">{email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
