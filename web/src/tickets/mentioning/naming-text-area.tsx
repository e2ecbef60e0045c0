import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useRef, useState } from 'react';
import { mentionableQuery } from '../../backend/comments.ts';
import { ticketsQuery } from '../../backend/tickets.ts';
import { Avatar } from '../../design/avatar.tsx';
import { CompletedTextArea, type Suggestion } from '../../design/completed-text-area.tsx';
import type { TextAreaProps } from '../../design/field.tsx';
import { typeInto } from '../../design/type-into.ts';
import { useDebounced } from '../../design/use-debounced.ts';
import { useMe } from '../../session/me.ts';
import { foldText } from '../../texts/fold.ts';
import { t } from '../../texts/texts.ts';
import { StatusSign } from '../showing/status.tsx';
import { labelFor, type Named, type Sought, soughtAt } from './mentions.ts';

interface NamingTextAreaProps extends TextAreaProps {
  /** The id of the ticket on which the text will stand. */
  ticket: string;
  value: string;
  /** Whether only developers will read it. */
  internal: boolean;
  /** The people whom the text may name already. */
  named: readonly Named[];
  onNamed: (named: Named[]) => void;
  /** Offers below the field, where there is no room above it. */
  below?: boolean;
}

/** A field for a text that names others. `@` completes people who may read it, `#` tickets. */
export function NamingTextArea({ ref, ticket, internal, named, onNamed, ...rest }: NamingTextAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => field.current);
  const [caret, setCaret] = useState<number>();
  /** Where the sign stands whose suggestions the user has put away. */
  const [dismissed, setDismissed] = useState<number>();
  const name = caret === undefined ? undefined : soughtAt(rest.value, caret);
  const sought = name?.from === dismissed ? undefined : name;
  const suggestions = useSuggestions({
    ticket,
    internal,
    sought,
    named,
    onName: (person) => onNamed([...named.filter(({ id }) => id !== person.id), person]),
    onComplete: (words) => {
      if (!field.current || !sought) return;
      // A blank that stands there already is enough.
      typeInto(field.current, sought, rest.value[sought.to] === ' ' ? words.trimEnd() : words);
    },
  });
  return (
    <CompletedTextArea
      {...rest}
      ref={field}
      suggestions={suggestions}
      suggestionsLabel={t(sought?.sign === '#' ? 'suggestions.tickets' : 'suggestions.people')}
      onCaret={(at) => {
        setCaret(at);
        if (name === undefined) setDismissed(undefined);
      }}
      onDismiss={() => setDismissed(name?.from)}
    />
  );
}

const PAUSE_MS = 150;
/** How many the list offers at a time: it must not scroll, for the focus stays in the field. Another letter finds the others. */
const MOST = 6;

interface Wanted extends Pick<NamingTextAreaProps, 'ticket' | 'internal' | 'named'> {
  sought: Sought | undefined;
  onName: (person: Named) => void;
  /** Puts words in the place of what is sought. */
  onComplete: (words: string) => void;
}

/** The people who may read the comment, or the tickets, that fit what the user types. */
function useSuggestions({ ticket, internal, sought, named, onName, onComplete }: Wanted): Suggestion[] {
  const me = useMe().id;
  const typed = sought?.query.trim() ?? '';
  const query = useDebounced(typed, PAUSE_MS);
  /** The result of an earlier query may stay until the next one is answered, as far as it fits. */
  const fits = (text: string) => query === typed || foldText(text).includes(foldText(typed));
  const { sign } = sought ?? {};
  // Nobody asks for the people whom the text names already.
  const isNamed = named.some(({ label }) => sought?.query.startsWith(`${label} `));
  const people = useQuery({
    ...mentionableQuery(ticket, query, internal),
    enabled: sign === '@' && !isNamed,
    placeholderData: keepPreviousData,
  }).data;
  const tickets = useQuery({
    ...ticketsQuery({ q: /^\d+$/.test(query) ? `#${query}` : query, limit: MOST }),
    enabled: sign === '#' && query !== '',
    placeholderData: keepPreviousData,
  }).data;

  if (sign === '@' && !isNamed) {
    const begins = ({ name }: { name: string }) => foldText(` ${name}`).includes(foldText(` ${typed}`));
    const fitting = people?.filter(({ id, name }) => id !== me && fits(name)) ?? [];
    const offered = [...fitting.filter(begins), ...fitting.filter((person) => !begins(person))];
    return offered.slice(0, MOST).map(({ id, name, role }) => ({
      id,
      shown: (
        <>
          <Avatar name={name} />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="text-xs text-muted">{t(`role.${role}`)}</span>
        </>
      ),
      onPick: () => {
        const label = labelFor(name, id, named);
        onName({ id, label, role });
        onComplete(`@${label} `);
      },
    }));
  }
  if (sign !== '#') return [];
  const offered = tickets?.filter(({ number, title }) => fits(`${number} ${title}`)) ?? [];
  return offered.map(({ id, number, title, status }) => ({
    id,
    shown: (
      <>
        <StatusSign status={status} />
        <span className="shrink-0 tabular-nums text-xs text-muted">#{number}</span>
        <span className="min-w-0 flex-1 truncate">{title}</span>
      </>
    ),
    onPick: () => onComplete(`#${number} `),
  }));
}
