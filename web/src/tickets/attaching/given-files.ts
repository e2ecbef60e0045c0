/** Files that the user drops or pastes anywhere in the window go to the form that takes them; no tab ever opens with one. */
import { useEffect } from 'react';
import { observable, useObservable } from '../../observable/observable.ts';

type Take = (files: File[], how: 'dropped' | 'pasted') => void;

/** The forms on the page that take files; the last one to come gets them. */
const takers: Take[] = [];
const dragging = observable(false);

/** Whether the user drags files over the window. */
export const useIsDragging = (): boolean => useObservable(dragging);

/** @param take what to do with the files; undefined while the form takes none. */
export function useGivenFiles(take: Take | undefined): void {
  useEffect(() => {
    if (!take) return;
    takers.push(take);
    return () => {
      takers.splice(takers.lastIndexOf(take), 1);
    };
  }, [take]);
}

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** A screenshot on the clipboard is always called image.png: two in one comment need two names. */
function named(file: File, index: number): File {
  if (file.name !== 'image.png') return file;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return new File([file], `picture-${moment}${index > 0 ? `-${index + 1}` : ''}.png`, { type: file.type });
}

/** Listens in the whole window, once for the app. */
export function useGivenFilesOfWindow(): void {
  useEffect(() => {
    const give = (files: File[], how: 'dropped' | 'pasted') => takers.at(-1)?.(files, how);
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dragging.set(takers.length > 0);
      if (event.dataTransfer && takers.length === 0) event.dataTransfer.dropEffect = 'none';
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) dragging.set(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dragging.set(false);
      give(filesOf(event.dataTransfer), 'dropped');
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0 || takers.length === 0) return;
      event.preventDefault();
      give(files.map(named), 'pasted');
    };
    const listeners = { dragover: onDrag, dragleave: onLeave, drop: onDrop, paste: onPaste };
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);
}
