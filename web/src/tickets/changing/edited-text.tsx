/**
 * A text that users edit in place, with a draft of what they have not saved. It tells them when somebody else changes the
 * text meanwhile, and never overwrites that unasked.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { lengthOf, sendByKeys, TextArea, type TextAreaProps } from '../../design/field.tsx';
import { Form } from '../../design/form.tsx';
import { toast } from '../../design/toast.tsx';
import { changeDraft, useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { trimmed } from './text-bounds.ts';

/** For the button that opens the field: it has the focus again when the user is done. */
export interface Edit {
  onClick: () => void;
  ref: RefObject<HTMLButtonElement | null>;
}

interface EditedTextProps {
  /** Names the text, for its draft: the id of what has it, and its field. */
  name: string;
  label: string;
  value: string;
  canEdit: boolean;
  onSave: (text: string) => Promise<boolean>;
  children: (edit: Edit | undefined) => ReactNode;
  /** A single line: Enter saves. */
  line?: boolean;
  /** Shown above the field while the user edits. */
  lead?: ReactNode;
  /** The user who last changed the text, to name them when that was meanwhile. */
  changedBy?: string | undefined;
  min?: number;
  max: number;
  /** Called when the user has saved or cancelled. With it the text is edited from the beginning. */
  onEnd?: (() => void) | undefined;
  /** Draws the field; a plain one when it is left out. */
  area?: (field: FieldProps) => ReactNode;
}

export type FieldProps = Omit<TextAreaProps, 'value'> & { value: string };

const plainArea = (field: FieldProps): ReactNode => <TextArea {...field} />;

interface Editing {
  /** The text as the user began. */
  from: string;
  text: string;
}

const NOTHING: Editing = { from: '', text: '' };

/** @param name of the text. */
export const editDraft = (me: { id: string }, name: string): string => `edit.${me.id}.${name}`;

export function EditedText({ name, value, canEdit, children, onEnd, ...rest }: EditedTextProps) {
  const draft = editDraft(useMe(), name);
  const [{ from, text }, setEditing, clear] = useDraft(draft, NOTHING);
  const [isOpen, setOpen] = useState(false);
  const open = isOpen || onEnd !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const goesBack = useRef(false);
  useEffect(() => {
    if (open || !goesBack.current) return;
    goesBack.current = false;
    button.current?.focus();
  });
  const isEdited = from !== text && text !== value;
  const edit = () => {
    if (!isEdited) clear();
    setOpen(true);
  };
  /** Puts the field away; what the user typed stays as a draft. */
  const leave = () => {
    // The note has no form: whoever discards there goes back, too.
    goesBack.current = form.current?.contains(document.activeElement) ?? true;
    setOpen(false);
    onEnd?.();
  };
  const discard = () => {
    clear();
    leave();
    if (!isEdited) return;
    const undo = () => {
      changeDraft(draft, NOTHING, () => ({ from, text }));
      setOpen(true);
    };
    toast({ text: t('edit.discarded'), undo });
  };
  if (!canEdit) return children(undefined);
  if (open) {
    const editing = isEdited ? { from, text } : { from: value, text: value };
    return <OpenText {...rest} {...{ form, value, editing, setEditing, clear, leave, discard }} />;
  }
  return (
    <>
      {children({ onClick: edit, ref: button })}
      {isEdited && (
        <Note text={t('edit.unsaved')}>
          <NoteButton onClick={edit}>{t('edit.goOn')}</NoteButton>
          <NoteButton onClick={discard}>{t('action.discard')}</NoteButton>
        </Note>
      )}
    </>
  );
}

interface OpenTextProps extends Omit<EditedTextProps, 'name' | 'canEdit' | 'children' | 'onEnd'> {
  form: RefObject<HTMLFormElement | null>;
  editing: Editing;
  setEditing: (editing: Editing) => void;
  /** Removes the draft. */
  clear: () => void;
  leave: () => void;
  discard: () => void;
}

function OpenText({
  form,
  label,
  value,
  editing,
  setEditing,
  onSave,
  line,
  lead,
  changedBy,
  min = 0,
  max,
  area = plainArea,
  ...rest
}: OpenTextProps) {
  const [busy, setBusy] = useState(false);
  // Browsers put the caret before the first letter; people go on after the last.
  useEffect(() => {
    const area = form.current?.querySelector('textarea');
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [form]);
  // While nothing is typed, the field follows the text.
  const [began, setBegan] = useState(value);
  const from = editing.text === editing.from ? began : editing.from;
  const length = lengthOf(editing.text);
  const short = min - length;
  // A text over the bound that became shorter may be saved, though it is still over.
  const over = length > max && length >= lengthOf(value);
  const isOvertaken = value !== from;
  const save = async () => {
    // Whose text stays is chosen, and not by the key that somebody presses by habit.
    if (short > 0 || over || busy || isOvertaken) return;
    const text = line ? editing.text.trim() : trimmed(editing.text);
    if (text !== value.trim()) {
      setBusy(true);
      const saved = await onSave(text);
      setBusy(false);
      if (!saved) return;
    }
    rest.clear();
    rest.leave();
  };
  const showTheirs = () => {
    setBegan(value);
    setEditing({ from: value, text: value });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      rest.leave();
    }
    sendByKeys(event);
    if (line && event.key === 'Enter' && !event.defaultPrevented) {
      event.preventDefault();
      event.currentTarget.closest('form')?.requestSubmit();
    }
  };
  const field: FieldProps = {
    'aria-label': label,
    autoFocus: true,
    rows: line ? 1 : 6,
    value: editing.text,
    longest: over ? max : undefined,
    onKeyDown: onKey,
    onChange: ({ target }) =>
      setEditing({ from, text: line ? target.value.replaceAll(/\s*\n\s*/g, ' ') : target.value }),
    className: line ? 'min-h-10! text-lg font-semibold' : '',
  };
  return (
    <Form ref={form} onSubmit={save} className="flex w-full flex-col gap-2">
      {lead}
      {isOvertaken && (
        <Note text={t('edit.overtaken', { name: changedBy ?? t('edit.someone') })}>
          <NoteButton onClick={showTheirs}>{t('edit.showTheirs')}</NoteButton>
          <NoteButton onClick={() => setEditing({ ...editing, from: value })}>{t('edit.keepMine')}</NoteButton>
        </Note>
      )}
      {area(field)}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" small busy={busy} disabled={short > 0 || over || isOvertaken}>
          {t('action.save')}
        </Button>
        <Button look="quiet" small onClick={rest.discard}>
          {t('action.cancel')}
        </Button>
        {short > 0 && <span className="text-sm text-muted">{t('meter.more', { count: short })}</span>}
      </div>
    </Form>
  );
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning print:hidden"
    >
      {text}
      {children}
    </p>
  );
}

function NoteButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="font-semibold underline underline-offset-2" onClick={onClick}>
      {children}
    </button>
  );
}
