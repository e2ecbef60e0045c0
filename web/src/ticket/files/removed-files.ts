/** Removes a file: the page hides it at once, and the service is asked when the time for Undo is over. */
import { useQueryClient } from '@tanstack/react-query';
import { type Attachment, removeAttachment } from '../../backend/files.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { observable, useObservable } from '../../observable/observable.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';

const removed = observable<ReadonlySet<string>>(new Set());

function hide(id: string, isHidden: boolean): void {
  const next = new Set(removed.get());
  if (isHidden) next.add(id);
  else next.delete(id);
  removed.set(next);
}

/** The files without those that the user has removed. */
export function useShownFiles(files: readonly Attachment[]): Attachment[] {
  const hidden = useObservable(removed);
  return files.filter(({ id }) => !hidden.has(id));
}

/** Who may remove a file: who uploaded it, and developers. */
export function useMayRemove(): (file: Attachment) => boolean {
  const me = useMe();
  const developer = useIsDeveloper();
  return (file) => developer || file.uploaded_by === me.id;
}

export function useRemoveFile(ticket: TicketDetail): (file: Attachment) => void {
  const client = useQueryClient();
  return (file) => {
    hide(file.id, true);
    toast({
      text: t('files.removed', { name: file.original_name }),
      about: file.id,
      undo: () => hide(file.id, false),
      whenKept: async () => {
        try {
          await removeAttachment(file);
          await client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
        } catch (error) {
          hide(file.id, false);
          toastRefusal(error, file.original_name);
        }
      },
    });
  };
}
