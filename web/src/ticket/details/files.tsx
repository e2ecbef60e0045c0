import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KwitError } from '../../backend/client.ts';
import { attach } from '../../backend/files.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { refusalOfFile } from '../../tickets/attaching/chosen-files.ts';
import { FileCards } from '../files/file-cards.tsx';
import { useShownFiles } from '../files/removed-files.ts';

const FIRST = 6;

/** The files of the ticket itself that the page shows. */
export const useOwnFiles = (ticket: TicketDetail) =>
  useShownFiles(ticket.attachments.filter(({ comment_id }) => comment_id === null));

/** The files of the ticket itself, when there are any. Those of a comment are under it. */
export function Files({ ticket }: { ticket: TicketDetail }) {
  const { upload, progress } = useUpload(ticket);
  const [all, setAll] = useState(false);
  const own = useOwnFiles(ticket);
  if (own.length === 0) return null;
  return (
    <section aria-label={t('files.title')}>
      <div className="flex items-center gap-2">
        <h2 className="text-sm font-semibold text-muted">
          {t('files.title')} <span className="tabular-nums">{own.length}</span>
        </h2>
        {ticket.can.attach && (
          <FilePicker multiple onChoose={upload}>
            {(open) => (
              <Button look="quiet" small icon="clip" onClick={open}>
                {t('files.add')}
              </Button>
            )}
          </FilePicker>
        )}
        {progress !== undefined && (
          <progress value={progress} aria-label={t('files.sending')} className="h-1.5 w-28 accent-accent" />
        )}
      </div>
      <FileCards ticket={ticket} files={all ? own : own.slice(0, FIRST)} />
      {!all && own.length > FIRST && (
        <Button look="quiet" small onClick={() => setAll(true)} className="mt-2">
          {t('files.all', { count: own.length })}
        </Button>
      )}
    </section>
  );
}

/** Uploads files to a ticket itself. `progress` is from 0 to 1; undefined when there is no upload. */
export function useUpload(ticket: TicketDetail) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const upload = async (chosen: File[]) => {
    const files: File[] = [];
    for (const file of chosen) {
      const refusal = refusalOfFile(file, files);
      if (refusal) toast({ tone: 'refused', text: refusal });
      else files.push(file);
    }
    if (files.length === 0) return;
    setProgress(0);
    try {
      await attach(ticket.id, files, setProgress);
      await client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
      toast({ text: t('files.added', { count: files.length }) });
    } catch (error) {
      toastRefusal(error, error instanceof KwitError ? error.details[0]?.name : undefined);
    } finally {
      setProgress(undefined);
    }
  };
  return { upload, progress };
}
