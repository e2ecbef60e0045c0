import { useCallback, useRef } from 'react';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { FilePicker } from '../../design/file-picker.tsx';
import { t } from '../../texts/texts.ts';
import { ChosenFileList } from '../../tickets/attaching/chosen-file-list.tsx';
import type { ChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { useIsDragging, usePastedFiles } from '../../tickets/attaching/given-files.ts';

/** The files of a report. A user may drop or paste them anywhere on the page. */
export function ReportFiles({ chosen, busy }: { chosen: ChosenFiles; busy: boolean }) {
  const dragging = useIsDragging();
  const { add } = chosen;
  const place = useRef<HTMLElement>(null);
  usePastedFiles(
    useCallback((files: File[]) => void add(files), [add]),
    place,
  );
  return (
    <section
      ref={place}
      aria-label={t('files.title')}
      className={classes(
        'flex flex-col gap-3 rounded-xl border border-dashed p-4',
        dragging ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
      )}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FilePicker multiple onChoose={add}>
          {(open) => (
            <Button small icon="clip" onClick={open}>
              {t('files.add')}
            </Button>
          )}
        </FilePicker>
        <span className="text-sm text-muted">{t('files.hint')}</span>
      </div>
      <ChosenFileList chosen={chosen} busy={busy} />
    </section>
  );
}
