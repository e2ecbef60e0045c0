import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attach } from '../../backend/files.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';
import { refusalOfFile } from '../../tickets/attaching/chosen-files.ts';

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
      toastRefusal(error);
    } finally {
      setProgress(undefined);
    }
  };
  return { upload, progress };
}
