/**
 * A text area that offers to complete what the user types. The focus stays in it: the arrow keys move in the list, Enter
 * and Tab choose, Escape puts the list away.
 */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../texts/texts.ts';
import { classes } from './class-names.ts';
import { TextArea, type TextAreaProps } from './field.tsx';

export interface Suggestion {
  id: string;
  shown: ReactNode;
  onPick: () => void;
}

interface CompletedTextAreaProps extends TextAreaProps {
  /** So few that all of them are seen: the list does not scroll. */
  suggestions: readonly Suggestion[];
  /** The name of the list. */
  suggestionsLabel: string;
  /** Called with the place of the caret, and with undefined while there is none. */
  onCaret: (at: number | undefined) => void;
  /** Called when the user puts the list away. */
  onDismiss: () => void;
  /** Shows the list below the field, where there is no room above it. */
  below?: boolean | undefined;
}

export function CompletedTextArea({
  suggestions,
  suggestionsLabel,
  onCaret,
  onDismiss,
  below = false,
  ...rest
}: CompletedTextAreaProps) {
  const [chosenId, setWanted] = useState<string>();
  const id = useId();
  const open = suggestions.length > 0;
  const at = Math.max(
    suggestions.findIndex((suggestion) => suggestion.id === chosenId),
    0,
  );
  const active = suggestions[at];
  const optionId = (entry: Suggestion) => `${id}-${entry.id}`;

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!open || !isPlain) return rest.onKeyDown?.(event);
    if (event.key === 'ArrowDown') setWanted(suggestions[(at + 1) % suggestions.length]?.id);
    else if (event.key === 'ArrowUp') setWanted(suggestions.at(at - 1)?.id);
    else if (event.key === 'Enter' || event.key === 'Tab') active?.onPick();
    else if (event.key === 'Escape') onDismiss();
    else return rest.onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };

  const look = ({ currentTarget: { selectionStart, selectionEnd } }: { currentTarget: HTMLTextAreaElement }) =>
    onCaret(selectionStart === selectionEnd ? selectionStart : undefined);

  return (
    <div className="relative">
      <TextArea
        {...rest}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? id : undefined}
        aria-activedescendant={open && active ? optionId(active) : undefined}
        onKeyDown={onKey}
        onKeyUp={look}
        onClick={look}
        onSelect={look}
        onChange={(event) => {
          rest.onChange?.(event);
          onCaret(event.target.selectionEnd);
        }}
        onBlur={(event) => {
          onCaret(undefined);
          rest.onBlur?.(event);
        }}
      />
      <span role="status" className="sr-only">
        {open && t('suggestions.count', { count: suggestions.length })}
      </span>
      {open && (
        <div
          id={id}
          role="listbox"
          aria-label={suggestionsLabel}
          className={classes(
            'absolute left-0 z-30 w-80 max-w-full rounded-xl border border-line bg-raised p-1 shadow-float',
            below ? 'top-full mt-1' : 'bottom-full mb-1',
          )}
        >
          {suggestions.map((item) => (
            // The focus stays in the field, which handles the keys of the list.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={item.id}
              id={optionId(item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === active}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => item === active || setWanted(item.id)}
              onClick={item.onPick}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-2.5 text-sm aria-selected:bg-hover max-md:min-h-11"
            >
              {item.shown}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
