import { useImperativeHandle, useRef, useState } from 'react';
import { CompletedTextArea } from '../../design/completed-text-area.tsx';
import type { TextAreaProps } from '../../design/field.tsx';
import { typeInto } from '../../design/type-into.ts';
import { t } from '../../texts/texts.ts';
import type { Named } from './mentions.ts';
import { soughtAt } from './sought.ts';
import { useSuggestions } from './suggestions.tsx';

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
  const found = caret === undefined ? undefined : soughtAt(rest.value, caret);
  const sought = found?.from === dismissed ? undefined : found;
  const suggestions = useSuggestions({
    ...{ ticket, internal, sought, named },
    onName: (person) => onNamed([...named.filter(({ id }) => id !== person.id), person]),
    onComplete: (words) => field.current && sought && typeInto(field.current, sought, words),
  });
  return (
    <CompletedTextArea
      {...rest}
      ref={field}
      suggestions={suggestions}
      suggestionsLabel={t(sought?.sign === '#' ? 'suggestions.tickets' : 'suggestions.people')}
      onCaret={(at) => {
        setCaret(at);
        if (found === undefined) setDismissed(undefined);
      }}
      onDismiss={() => setDismissed(found?.from)}
    />
  );
}
