import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleFoundQuery } from '../backend/people.ts';
import { Avatar } from '../design/avatar.tsx';
import { Input } from '../design/field.tsx';
import { useDebounced } from '../design/use-debounced.ts';

const REST_MS = 200;
const MOST_SHOWN = 6;
/** Some of them may not be offered. */
const MOST_FOUND = 30;

export interface FoundPerson {
  id: string;
  name: string;
  email?: string;
}

interface PersonSearchProps {
  label: string;
  /** The ids of those who are not offered. */
  without?: readonly string[];
  onChoose: (person: FoundPerson) => void;
  /** Called with a whole address that nobody who is found has. */
  onAddress?: (address: string) => void;
  /** Finds people; those of all Kwit when it is left out, whom developers may find. */
  usePeople?: (q: string) => readonly FoundPerson[];
  /** The name by which commands lead here. */
  reach?: string;
  /** Whether the last choice was refused. */
  isRefused?: boolean;
}

const useEverybody = (q: string): readonly FoundPerson[] =>
  useQuery({ ...peopleFoundQuery(q, MOST_FOUND), enabled: q !== '' }).data ?? [];

/** Finds somebody by a part of their name or address. */
export function PersonSearch(props: PersonSearchProps) {
  const { label, without = [], onChoose, onAddress, usePeople = useEverybody, reach, isRefused } = props;
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), REST_MS);
  const people = usePeople(q);
  const offered = q === '' ? [] : people.filter(({ id }) => !without.includes(id)).slice(0, MOST_SHOWN);
  const choose = (person: FoundPerson) => {
    onChoose(person);
    setText('');
  };
  return (
    <>
      <Input
        type="search"
        data-reach={reach}
        aria-label={label}
        placeholder={label}
        aria-invalid={isRefused || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form would be sent, which closes the dialog.
          event.preventDefault();
          const [first] = offered;
          if (first && q === text.trim()) choose(first);
          else if (text.includes('@')) onAddress?.(text.trim());
        }}
      />
      {offered.length > 0 && (
        <ul className="rounded-lg border border-line">
          {offered.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-2 px-3 text-left text-sm hover:bg-hover"
                onClick={() => choose(person)}
              >
                <Avatar name={person.name} size={20} />
                <span className="truncate">{person.name}</span>
                <span className="truncate text-muted">{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
