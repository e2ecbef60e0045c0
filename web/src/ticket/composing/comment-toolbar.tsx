import type { RefObject } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import type { IconName } from '../../design/icon.tsx';
import { typeInto } from '../../design/type-into.ts';
import { t } from '../../texts/texts.ts';

const MARKS: readonly { mark: Mark; icon: IconName }[] = [
  { mark: 'bold', icon: 'bold' },
  { mark: 'code', icon: 'code' },
  { mark: 'list', icon: 'list' },
  { mark: 'tasks', icon: 'todo' },
  { mark: 'link', icon: 'link' },
];

/** Marks what is selected in the field; the browser's own Undo takes it back. */
export function setMark(field: HTMLTextAreaElement, mark: Mark): void {
  const { text, select, ...place } = changeBy(mark, field.value, {
    from: field.selectionStart,
    to: field.selectionEnd,
  });
  typeInto(field, place, text, select);
}

interface CommentToolbarProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Takes pictures into the text; undefined for readers who may not attach any. */
  onPictures: ((files: File[]) => void) | undefined;
  preview: boolean;
  onPreview: (preview: boolean) => void;
  /** Whether there is nothing to preview. */
  blank: boolean;
}

/** The row above the field: marks for the text, pictures, and what it will look like. */
export function CommentToolbar({ field, onPictures, preview, onPreview, blank }: CommentToolbarProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center">
      <legend className="sr-only">{t('composer.format')}</legend>
      {MARKS.map(({ mark, icon }) => (
        <IconButton
          key={mark}
          icon={icon}
          label={t(`composer.${mark}`)}
          small
          disabled={preview}
          // The field keeps the focus and what is selected in it.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => field.current && setMark(field.current, mark)}
        />
      ))}
      {onPictures && (
        <FilePicker accept="image/*" multiple onChoose={onPictures}>
          {(open) => (
            // On a phone the paper clip below offers pictures, too, and the row has no place for both.
            <span className="max-md:hidden">
              <IconButton icon="picture" label={t('composer.picture')} small disabled={preview} onClick={open} />
            </span>
          )}
        </FilePicker>
      )}
      <Button
        look="quiet"
        small
        aria-pressed={preview}
        disabled={blank}
        onClick={() => onPreview(!preview)}
        className="ml-auto"
      >
        {preview ? t('composer.write') : t('composer.preview')}
      </Button>
    </fieldset>
  );
}

// The toolbar of the composer formats a text for people who do not know Markdown.
export type Mark = 'bold' | 'code' | 'list' | 'tasks' | 'link';

/** The replacement of a part of the text, and the part of it that is selected then, counted from `from`. */
interface TextChange {
  from: number;
  to: number;
  text: string;
  select: readonly [number, number];
}

interface Selection {
  from: number;
  to: number;
}

/** Puts signs around what is selected, or takes them away. */
function surrounded(text: string, { from, to }: Selection, sign: string): TextChange {
  const { length } = sign;
  const inner = text.slice(from, to);
  if (text.slice(from - length, from) === sign && text.slice(to, to + length) === sign)
    return { from: from - length, to: to + length, text: inner, select: [0, inner.length] };
  return { from, to, text: `${sign}${inner}${sign}`, select: [length, length + inner.length] };
}

/** Begins each line that is touched with the sign, or takes it away when each has it. */
function listed(text: string, { from, to }: Selection, sign: string): TextChange {
  const begin = text.slice(0, from).lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(begin, end).split('\n');
  const isList = lines.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => (isList ? line.slice(sign.length) : `${sign}${line}`)).join('\n');
  const after = from === to ? changed.length : 0;
  return { from: begin, to: end, text: changed, select: [after, changed.length] };
}

const ADDRESS = 'https://';

function linked(text: string, { from, to }: Selection): TextChange {
  const inner = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(inner)) return { from, to, text: `[](${inner})`, select: [1, 1] };
  const begin = inner.length + 3;
  return { from, to, text: `[${inner}](${ADDRESS})`, select: [begin, begin + ADDRESS.length] };
}

/** @param selection both ends are the caret when nothing is selected. */
export function changeBy(mark: Mark, text: string, selection: Selection): TextChange {
  if (mark === 'bold') return surrounded(text, selection, '**');
  if (mark === 'list') return listed(text, selection, '- ');
  if (mark === 'tasks') return listed(text, selection, '- [ ] ');
  if (mark === 'link') return linked(text, selection);
  const inner = text.slice(selection.from, selection.to);
  if (!inner.includes('\n')) return surrounded(text, selection, '`');
  return { ...selection, text: `\`\`\`\n${inner}\n\`\`\``, select: [4, 4 + inner.length] };
}
