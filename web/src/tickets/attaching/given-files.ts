/** Files that the user drops or pastes anywhere in the window go to the form that takes them; no tab ever opens with one. */
import { type RefObject, useEffect } from 'react';
import { now } from '../../clock.ts';
import { isTyping } from '../../commands/shortcuts.ts';
import { observable, useObservable } from '../../observable/observable.ts';

type Take = (files: File[], how: 'dropped' | 'pasted') => void;

interface Taker {
  take: Take;
  /** An element of the form that takes the files. */
  place: RefObject<HTMLElement | null>;
}

/** The forms on the page that take files; the last one to come gets them. */
const takers: Taker[] = [];
const dragging = observable(false);

/** Whether the user drags files over the window. */
export const useIsDragging = (): boolean => useObservable(dragging);

/** @param take what to do with the files; undefined while the form takes none. */
export function usePastedFiles(take: Take | undefined, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!take) return;
    const taker = { take, place };
    takers.push(taker);
    return () => {
      takers.splice(takers.indexOf(taker), 1);
    };
  }, [take, place]);
}

/** The form that takes files which come to this element: no form below a dialog, and none but its own for a paste into a field. */
function takerAt(target: EventTarget | null, how: 'dropped' | 'pasted'): Take | undefined {
  const modal = document.querySelector('dialog:modal');
  const isOfField = how === 'pasted' && isTyping(target);
  return takers.findLast(({ place: { current } }) => {
    const form = current?.closest('form') ?? null;
    if (form === null || (modal !== null && !modal.contains(form))) return false;
    return !isOfField || (target instanceof Node && form.contains(target));
  })?.take;
}

/**
 * Whether the user copied words, of which an office program adds a picture. A file manager adds a text, too: the names of the
 * files.
 */
export function isText(text: string, names: readonly string[]): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return !lines.every((line) => names.includes(line.trim().replace(/^.*[\\/]/, '')));
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** The moment as a part of a name. */
export const stamp = (): string => new Date(now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

/** A screenshot on the clipboard is always called image.png: two in one comment need two names. */
function named(file: File, index: number): File {
  if (file.name !== 'image.png') return file;
  return new File([file], `picture-${stamp()}${index > 0 ? `-${index + 1}` : ''}.png`, { type: file.type });
}

/** Listens in the whole window, once for the app. */
export function usePastedFilesOfWindow(): void {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const isTaken = takerAt(event.target, 'dropped') !== undefined;
      dragging.set(isTaken);
      if (event.dataTransfer && !isTaken) event.dataTransfer.dropEffect = 'none';
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) dragging.set(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dragging.set(false);
      takerAt(event.target, 'dropped')?.(filesOf(event.dataTransfer), 'dropped');
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      const take = takerAt(event.target, 'pasted');
      if (files.length === 0 || !take) return;
      const names = files.map(({ name }) => name);
      if (isText(event.clipboardData?.getData('text/plain') ?? '', names)) return;
      event.preventDefault();
      take(files.map(named), 'pasted');
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('paste', onPaste, { signal });
    return () => listening.abort();
  }, []);
}
