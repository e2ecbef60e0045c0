import type { RefObject } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import type { IconName } from '../../design/icon.tsx';
import { typeInto } from '../../design/type-into.ts';
import { t } from '../../texts/texts.ts';
import { changeBy, type Mark } from './text-marks.ts';

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
