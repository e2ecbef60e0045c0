import { type Attachment, download } from '../../backend/files.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { bytes } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { isPicture, Picture } from './picture.tsx';
import { useMayRemove, useRemoveFile, useShownFiles } from './removed-files.ts';

interface FileCardsProps {
  ticket: TicketDetail;
  files: readonly Attachment[];
  /** Names that a text shows already: their pictures are not shown twice. */
  shownIn?: ReadonlySet<string>;
}

/** Files with their names: pictures to look at, the others to download; a reader who may can remove them. */
export function FileCards({ ticket, files, shownIn }: FileCardsProps) {
  const kept = useShownFiles(files).filter((file) => !(isPicture(file) && shownIn?.has(file.original_name)));
  if (kept.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {kept.map((file) => (
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
