/**
 * A text that users edit in place. It tells them when somebody else changes it meanwhile, and never overwrites that
 * unasked.
 */
import { type FormEvent, type KeyboardEvent, type ReactNode, type TextareaHTMLAttributes, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { TextArea } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';

interface EditedTextProps {
  label: string;
  value: string;
  canEdit: boolean;
  onSave: (text: string) => Promise<boolean>;
  children: (edit: (() => void) | undefined) => ReactNode;
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

export type FieldProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'> & { value: string };

const plainArea = (field: FieldProps): ReactNode => <TextArea {...field} />;

interface Editing {
  /** What the text was when the user began. */
  from: string;
  text: string;
}

export function EditedText({
  label,
  value,
  canEdit,
  onSave,
  children,
  line,
  lead,
  changedBy,
  min = 0,
  max,
  onEnd,
  area = plainArea,
}: EditedTextProps) {
  const [editing, setEditing] = useState<Editing | undefined>(onEnd && { from: value, text: value });
  const [busy, setBusy] = useState(false);
  if (!editing || !canEdit) return children(canEdit ? () => setEditing({ from: value, text: value }) : undefined);

  const length = [...editing.text.trim()].length;
  const short = min - length;
  const overtaken = value !== editing.from;
  const end = () => {
    setEditing(undefined);
    onEnd?.();
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (short > 0 || length > max || busy) return;
    if (editing.text.trim() === value.trim()) return end();
    setBusy(true);
    const saved = await onSave(editing.text.trim());
    setBusy(false);
    if (saved) end();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      end();
    }
    if (event.key === 'Enter' && (line || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  };
  const field: FieldProps = {
    'aria-label': label,
    autoFocus: true,
    rows: line ? 1 : 6,
    value: editing.text,
    onKeyDown: onKey,
    onChange: (event) => setEditing({ ...editing, text: event.target.value }),
    className: line ? 'min-h-10! text-lg font-semibold' : '',
  };
  return (
    <form onSubmit={save} className="flex w-full flex-col gap-2">
      {lead}
      {overtaken && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning"
        >
          {t('edit.overtaken', { name: changedBy ?? t('edit.someone') })}
          <button
            type="button"
            className="font-semibold underline underline-offset-2"
            onClick={() => setEditing({ from: value, text: value })}
          >
            {t('edit.showTheirs')}
          </button>
          <button
            type="button"
            className="font-semibold underline underline-offset-2"
            onClick={() => setEditing({ ...editing, from: value })}
          >
            {t('edit.keepMine')}
          </button>
        </p>
      )}
      {area(field)}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" small busy={busy} disabled={short > 0 || length > max}>
          {t('action.save')}
        </Button>
        <Button look="quiet" small onClick={end}>
          {t('action.cancel')}
        </Button>
        {short > 0 && <span className="text-sm text-muted">{t('meter.more', { count: short })}</span>}
        {length > max && <span className="text-sm text-danger">{t('meter.over', { count: length - max })}</span>}
      </div>
    </form>
  );
}
