/** Undo of acts, as toasts offer it. */
import type { QueryClient } from '@tanstack/react-query';
import { undoAct, undoActs } from '../../backend/acts.ts';
import { actOf, forgetActs, lastOwnAct } from '../../backend/client.ts';
import { dismissUndo, toast, toastRefusal } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { undoRequest } from './dialog-requests.ts';

/** Takes acts back, and says what was left. @param isConfirmed whether people may gain sight of internal words by it. */
export async function takeBack(client: QueryClient, acts: readonly string[], isConfirmed: boolean): Promise<void> {
  try {
    const left = await undoActs(client, acts, isConfirmed ? { confirm: true } : {});
    if (left.length > 0) toast({ tone: 'refused', text: t('undo.left', { count: left.length }) });
  } catch (error) {
    toastRefusal(error);
  }
}

/** Takes the last act of this window back; asks first when that changes more than one ticket, or who sees it. */
export async function takeLastBack(client: QueryClient): Promise<void> {
  const act = lastOwnAct();
  if (act === undefined) return;
  try {
    const { undone, left } = await undoAct(act, { dry_run: true });
    const reveals = left.some(({ error }) => error === 'would_reveal');
    if (reveals || new Set(undone.map(({ ticket }) => ticket?.id)).size > 1) {
      undoRequest.ask(act);
      return;
    }
    dismissUndo();
    if (undone.length > 0) {
      await takeBack(client, [act], false);
      toast({ text: t('undo.done') });
    } else forgetActs([act]);
  } catch (error) {
    forgetActs([act]);
    toastRefusal(error);
  }
}

/** The Undo of a toast about what these answers did; nothing where they changed nothing. People who gain sight by it had it a moment ago. */
export function undoOf(client: QueryClient, ...answers: readonly unknown[]): { undo?: () => Promise<void> } {
  const acts = answers.flatMap((answer) => actOf(answer) ?? []);
  return acts.length === 0 ? {} : { undo: () => takeBack(client, acts, true) };
}
