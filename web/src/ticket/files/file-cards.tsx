import { type ReactNode, useEffect, useRef, useState } from 'react';
import { blobOf } from '../../backend/client.ts';
import { type Attachment, download } from '../../backend/files.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useNear } from '../../design/near.ts';
import { toastRefusal } from '../../design/toast.tsx';
import { beforePrinting } from '../../design/window.ts';
import { bytes } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useMayRemove, useRemoveFile, useShownFiles } from './removed-files.ts';
import { viewPicture } from './viewing.ts';

interface FileCardsProps {
  ticket: TicketDetail;
  files: readonly Attachment[];
  /** Names that a text shows already: their pictures are not shown twice. */
  shownIn?: ReadonlySet<string>;
}

/** Files with their names: pictures to look at, the others to download; a reader who may can remove them. */
export function FileCards({ ticket, files, shownIn }: FileCardsProps) {
  const shownFiles = useShownFiles(files).filter((file) => !(isPicture(file) && shownIn?.has(file.original_name)));
  if (shownFiles.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {shownFiles.map((file) => (
        <li key={file.id} className="flex max-w-full min-w-0 flex-col gap-1">
          {isPicture(file) && <Picture file={file} />}
          <FileLine ticket={ticket} file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileLine({ ticket, file }: { ticket: TicketDetail; file: Attachment }) {
  const remove = useRemoveFile(ticket);
  const mayRemove = useMayRemove();
  const save = () => {
    download(file).catch((error) => toastRefusal(error));
  };
  return (
    <span className="flex max-w-full items-center gap-1 rounded-lg border border-line bg-surface pl-1">
      <button
        type="button"
        onClick={save}
        className="flex min-h-8 min-w-0 items-center gap-2 rounded-md px-1.5 text-sm hover:bg-hover max-md:min-h-11"
      >
        <Icon name="download" size={16} className="text-muted" />
        <span className="truncate">{file.original_name}</span>
        <span className="shrink-0 text-xs text-muted tabular-nums">{bytes(file.size)}</span>
        <span className="sr-only">{t('files.download')}</span>
      </button>
      {mayRemove(file) && (
        <IconButton
          icon="trash"
          small
          label={t('files.remove', { name: file.original_name })}
          onClick={() => remove(file)}
        />
      )}
    </span>
  );
}

export const isPicture = ({ width, height }: Attachment): boolean => width !== null && height !== null;

/** Draws the pictures that a text calls by name, out of the files that came with it. */
export const picturesOf =
  (files: readonly Attachment[]) =>
  (name: string): ReactNode => {
    const file = files.find((candidate) => candidate.original_name === name && isPicture(candidate));
    return file ? <Picture file={file} /> : null;
  };

/** The address of a blob, made when it is needed; undefined until it has come. A picture needs the token to load. */
export function useBlobUrl(url: string, enabled: boolean): string | undefined {
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (!enabled) return;
    let address: string | undefined;
    let gone = false;
    beforePrinting(blobOf(url)).then(
      (blob) => {
        if (gone) return;
        address = URL.createObjectURL(blob);
        setMade(address);
      },
      () => {},
    );
    return () => {
      gone = true;
      if (address) URL.revokeObjectURL(address);
      setMade(undefined);
    };
  }, [url, enabled]);
  return made;
}

/** A picture in the conversation: it takes its room before it loads, loads when it comes near, and opens in the viewer. */
function Picture({ file }: { file: Attachment }) {
  const box = useRef<HTMLButtonElement>(null);
  const url = useBlobUrl(file.url, useNear(box));
  const { width, height } = file;
  if (width === null || height === null) return null;
  return (
    <button
      ref={box}
      type="button"
      aria-label={t('viewer.open', { name: file.original_name })}
      onClick={() => viewPicture(file.id)}
      style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${width}px, ${(width / height) * 20}rem)` }}
      className="flex max-h-80 min-h-8 min-w-8 cursor-zoom-in items-center justify-center overflow-hidden rounded-lg border border-line bg-sunken text-muted hover:border-line-strong"
    >
      {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon name="file" />}
      {!url && <span className="hidden print:inline">{file.original_name}</span>}
    </button>
  );
}
