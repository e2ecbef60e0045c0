import { useEffect, useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { observable, useObservable } from '../observable/observable.ts';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { classes } from './class-names.ts';
import { refusalCode, refusalText } from './feedback.tsx';
import { Icon } from './icon.tsx';

/** Toasts: what the user has done, with Undo for 8 seconds, or what the service refused. */

const SHOWN_MS = 8000;
const MOST_SHOWN = 3;

interface Toast {
  text: string;
  small?: string;
  tone?: 'done' | 'refused';
  action?: { label: string; run: () => void };
  undo?: () => void;
  /** Called when the toast goes and nobody has undone: for what is done only then. */
  whenKept?: () => void;
  /** The id of what the toast is about. When the user undoes that elsewhere, the toast goes. */
  about?: string;
}
interface Shown extends Toast {
  id: number;
}

const shown = observable<readonly Shown[]>([]);
let lastId = 0;

export function toast(message: Toast): void {
  lastId += 1;
  const [oldest] = shown.get().length === MOST_SHOWN ? shown.get() : [];
  shown.set([...shown.get().slice(1 - MOST_SHOWN), { ...message, id: lastId }]);
  oldest?.whenKept?.();
}

function remove(id: number): Shown | undefined {
  const message = shown.get().find((toast) => toast.id === id);
  shown.set(shown.get().filter((candidate) => candidate.id !== id));
  return message;
}

const dismiss = (id: number): void => remove(id)?.whenKept?.();

/** A person who closes the tab has undone nothing. */
window.addEventListener('pagehide', () => {
  for (const { id } of shown.get()) dismiss(id);
});

/** Removes the toasts about this. */
export const dismissToastsAbout = (of: string): void =>
  shown.set(shown.get().filter((message) => message.about !== of));

const underWay = new Set<Promise<unknown>>();

/**
 * Keeps Undo waiting until the change has told of itself, so that Undo takes back what the user did last, not what was done before.
 *
 * @returns the change, over when it is and those that began before it are: their answers may come in another order.
 */
export function toastWhenDone<T>(change: Promise<T>): Promise<T> {
  const before = [...underWay];
  const ends = change
    .finally(() => Promise.allSettled(before))
    .finally(() => {
      underWay.delete(ends);
    });
  underWay.add(ends);
  return ends;
}

/** Runs the newest Undo on the page, once the changes under way have told of themselves; false when there is none. */
export function undoLast(): boolean {
  if (underWay.size === 0) return undoNewest();
  void Promise.allSettled(underWay).then(undoNewest);
  return true;
}

function undoNewest(): boolean {
  const last = shown.get().findLast((message) => message.undo);
  if (!last) return false;
  remove(last.id);
  last.undo?.();
  return true;
}

/** Removes the newest toast with Undo: what it tells of is taken back in another way. */
export function dismissUndo(): void {
  const last = shown.get().findLast((message) => message.undo);
  if (last) remove(last.id);
}

/** The places that show toasts, each with the last one before it was there. */
const places = observable<readonly { since: number }[]>([]);

/** The page has one, and each dialog: what is behind a dialog is veiled, and nobody can press what comes there. */
export function Toasts() {
  const [place] = useState(() => ({ since: lastId }));
  useEffect(() => {
    places.set([...places.get(), place]);
    return () => places.set(places.get().filter((other) => other !== place));
  }, [place]);
  const all = useObservable(places);
  const messages = useObservable(shown);
  return (
    <section
      aria-label={t('toast.region')}
      aria-live="polite"
      className="toasts pointer-events-none fixed inset-x-0 bottom-0 z-70 flex flex-col items-center gap-2 p-4 max-md:bottom-16 md:items-end print:hidden"
    >
      {messages.map(
        (message) =>
          (all.findLast(({ since }) => since < message.id) ?? all[0]) === place && (
            <ToastCard key={message.id} message={message} />
          ),
      )}
    </section>
  );
}

function ToastCard({ message }: { message: Shown }) {
  const { id, tone = 'done', text, small } = message;
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  const action = message.undo ? { label: t('action.undo'), run: message.undo } : message.action;
  return (
    <div className="pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-xl border border-line bg-raised py-2.5 pr-2 pl-4 text-sm shadow-float animate-appear">
      <Icon
        name={tone === 'refused' ? 'warning' : 'check'}
        className={classes('mt-1.5', tone === 'refused' ? 'text-danger' : 'text-success')}
      />
      <div className="min-w-0 flex-1 py-1">
        <p className="line-clamp-3">{text}</p>
        {small && <p className="text-xs text-faint">{small}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="h-8 rounded-md px-2 font-semibold text-accent hover:bg-hover max-md:h-11 max-md:px-3"
          onClick={() => {
            remove(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label={t('action.dismiss')} small onClick={() => dismiss(id)} />
    </div>
  );
}

/** Shows in a toast why the service refused. `about` names what it refused to change, such as "#12". */
export function toastRefusal(error: unknown, about?: string): void {
  // The dialog for signing in again says so already.
  if (error instanceof KwitError && error.code === 'unauthorized') return;
  const code = refusalCode(error);
  toast({
    tone: 'refused',
    text: about ? `${about}: ${refusalText(error)}` : refusalText(error),
    ...(code ? { small: code } : {}),
  });
}
