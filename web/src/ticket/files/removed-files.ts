/** Removes a file: the page hides it at once. */
import { useQueryClient } from '@tanstack/react-query';
import { type Attachment, removeAttachment } from '../../backend/files.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { toast, toastRefusal, toastWhenDone } from '../../design/toast.tsx';
import { observable, useObservable } from '../../observable/observable.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { undoOf } from '../../tickets/changing/undo.ts';

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

/** Whether the user may remove a file: its uploader and developers may. */
export function useMayRemove(): (file: Attachment) => boolean {
  const me = useMe();
  const developer = useIsDeveloper();
  return (file) => developer || file.uploaded_by === me.id;
}

export function useRemoveFile(ticket: TicketDetail): (file: Attachment) => Promise<void> {
  const client = useQueryClient();
  return async (file) => {
    hide(file.id, true);
    try {
      const removed = await toastWhenDone(removeAttachment(file));
      toast({ text: t('files.removed', { name: file.original_name }), ...undoOf(client, removed) });
      await client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
    } catch (error) {
      toastRefusal(error, file.original_name);
    } finally {
      hide(file.id, false);
    }
  };
}
