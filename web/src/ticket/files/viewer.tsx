import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Attachment, download } from '../../backend/files.ts';
import { keysOf } from '../../commands/shortcuts.ts';
import { IconButton } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { FullScreen } from '../../design/dialog.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { useBlobUrl } from './file-cards.tsx';
import { closeViewer, useViewed, viewPicture } from './viewing.ts';

/** A swipe of fewer pixels is a tap. */
const SWIPE = 60;

/** Shows the ticket's pictures one by one: arrows, swipe, zoom, download; Escape closes it. */
export function Viewer({ pictures }: { pictures: readonly Attachment[] }) {
  const id = useViewed();
  // Leaving the ticket closes the picture: it is not open when the user comes back.
  useEffect(() => closeViewer, []);
  const at = pictures.findIndex((picture) => picture.id === id);
  const shown = pictures[at];
  if (!shown) return null;
  const step = (by: number) => {
    const next = pictures[at + by];
    if (next) viewPicture(next.id);
  };
  return <Opened key={shown.id} file={shown} at={at} count={pictures.length} step={step} />;
}

interface OpenedProps {
  file: Attachment;
  at: number;
  count: number;
  step: (by: number) => void;
}

function Opened({ file, at, count, step }: OpenedProps) {
  const [zoomed, setZoomed] = useState(false);
  const url = useBlobUrl(file.url, true);
  const from = useRef(0);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
    if (['z', '+'].includes(keysOf(event))) setZoomed(!zoomed);
  };
  const onUp = (event: PointerEvent) => {
    const moved = event.clientX - from.current;
    if (!zoomed && event.pointerType === 'touch' && Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1);
  };
  return (
    <FullScreen title={file.original_name} onClose={closeViewer} onKeyDown={onKey}>
      <header className="flex items-center gap-1 px-3 py-2">
        <p className="min-w-0 flex-1 truncate text-sm">
          <span className="font-medium">{file.original_name}</span>{' '}
          <span className="text-muted tabular-nums">{t('viewer.place', { at: at + 1, count })}</span>
        </p>
        <IconButton icon="left" label={t('viewer.previous')} disabled={at === 0} onClick={() => step(-1)} />
        <IconButton icon="right" label={t('viewer.next')} disabled={at === count - 1} onClick={() => step(1)} />
        <IconButton icon="search" label={t('viewer.zoom')} aria-pressed={zoomed} onClick={() => setZoomed(!zoomed)} />
        <IconButton
          icon="download"
          label={t('files.download')}
          onClick={() => download(file).catch((error) => toastRefusal(error))}
        />
        <IconButton icon="close" label={t('action.close')} onClick={closeViewer} />
      </header>
      <div
        className={classes('flex min-h-0 flex-1 overflow-auto', zoomed ? '' : 'items-center justify-center p-4')}
        onPointerDown={(event) => {
          from.current = event.clientX;
        }}
        onPointerUp={onUp}
      >
        {url && (
          <button
            type="button"
            aria-label={t('viewer.zoom')}
            onClick={() => setZoomed(!zoomed)}
            className={classes('m-auto', zoomed ? 'cursor-zoom-out' : 'flex max-h-full max-w-full cursor-zoom-in')}
          >
            <img
              src={url}
              alt={file.original_name}
              width={file.width ?? undefined}
              height={file.height ?? undefined}
              className={zoomed ? 'max-w-none' : 'max-h-full max-w-full object-contain'}
            />
          </button>
        )}
      </div>
    </FullScreen>
  );
}
