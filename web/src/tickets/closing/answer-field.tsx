import type { KeyboardEvent, Ref } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Field } from '../../design/field.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import type { Named } from '../mentioning/mentions.ts';
import { NamingTextArea } from '../mentioning/naming-text-area.tsx';

/** Leaves room for what the checklist adds. */
export const LONGEST_ANSWER = 9000;

const NOBODY: readonly Named[] = [];

/** The draft of a ticket's answer, and whom it may name. Both outlive the dialog. */
export function useAnswerDraft({ id }: TicketSummary) {
  const name = `closing.${useMe().id}.${id}`;
  const [text, setText, clearText] = useDraft(name, '');
  const [named, setNamed, clearNamed] = useDraft(`${name}.named`, NOBODY);
  const clear = () => {
    clearText();
    clearNamed();
  };
  return { text, setText, named, setNamed, clear };
}

interface AnswerFieldProps {
  ref: Ref<HTMLTextAreaElement | null>;
  /** The id of the ticket. */
  ticket: string;
  draft: Pick<ReturnType<typeof useAnswerDraft>, 'text' | 'named' | 'setNamed'>;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  error: string | undefined;
}

export function AnswerField({ ref, ticket, draft, onText, onKeyDown, error }: AnswerFieldProps) {
  return (
    <Field label={t('closing.summary')} hint={t('closing.hint')} error={error}>
      {(described) => (
        <NamingTextArea
          {...described}
          ref={ref}
          ticket={ticket}
          internal={false}
          named={draft.named}
          onNamed={draft.setNamed}
          below
          autoFocus
          rows={6}
          className="min-h-40"
          longest={LONGEST_ANSWER}
          value={draft.text}
          onKeyDown={onKeyDown}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
