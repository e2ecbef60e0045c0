/** The files that the user has chosen for a form and not sent. They stay while the app is open, a reload drops them. */
import { useCallback, useEffect, useState } from 'react';
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '../../../../contract/words.ts';
import { ACCEPTED } from '../../backend/files.ts';
import { toast } from '../../design/toast.tsx';
import { observable, useObservable } from '../../observable/observable.ts';
import { useDraft } from '../../session/draft.ts';
import { t } from '../../texts/texts.ts';

const chosen = observable<ReadonlyMap<string, readonly File[]>>(new Map());
const NONE: readonly File[] = [];
const NO_NAMES: string[] = [];

const filesIn = (form: string): readonly File[] => chosen.get().get(form) ?? NONE;
const keep = (form: string, files: readonly File[]): void => chosen.set(new Map(chosen.get()).set(form, files));

/** Puts files into a form from outside of it, as those of a comment that was taken back. */
export const putFiles = (form: string, files: readonly File[]): void => keep(form, [...files, ...filesIn(form)]);

/** Why the service would refuse a file beside these; undefined when it would not, as far as the browser can tell. */
export function refusalOfFile(file: File, beside: readonly File[]): string | undefined {
  const ending = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? '';
  if (file.size === 0) return t('files.empty', { name: file.name });
  if (ending !== '' && !ACCEPTED.split(',').includes(ending) && !file.type.startsWith('text/'))
    return t('files.unwanted', { name: file.name });
  const size = beside.reduce((sum, other) => sum + other.size, file.size);
  if (beside.length >= ATTACHMENTS_PER_REQUEST || size > ATTACHMENT_BYTES_PER_REQUEST)
    return t('files.tooLarge', { name: file.name });
  return undefined;
}

export interface ChosenFiles {
  files: readonly File[];
  /** Names the files that the service would refuse, and takes the others. @returns those. */
  add: (more: readonly File[]) => File[];
  remove: (file: File) => void;
  clear: () => void;
  /** The names of files that a reload has dropped. */
  lost: readonly string[];
  forgetLost: () => void;
}

/** @param form a name for it, such as that of its draft. */
export function useChosenFiles(form: string): ChosenFiles {
  const files = useObservable(chosen).get(form) ?? NONE;
  const [names, setNames] = useDraft<string[]>(`files.${form}`, NO_NAMES);
  const [lost, setLost] = useState<readonly string[]>(() => (filesIn(form).length === 0 ? names : []));
  useEffect(() => setNames(files.map(({ name }) => name)), [files, setNames]);
  const add = useCallback(
    (more: readonly File[]) => {
      const taken: File[] = [];
      for (const file of more) {
        const refusal = refusalOfFile(file, [...filesIn(form), ...taken]);
        if (refusal) toast({ tone: 'refused', text: refusal });
        else taken.push(file);
      }
      keep(form, [...filesIn(form), ...taken]);
      return taken;
    },
    [form],
  );
  const remove = (file: File) =>
    keep(
      form,
      filesIn(form).filter((other) => other !== file),
    );
  return { files, add, remove, clear: () => keep(form, NONE), lost, forgetLost: () => setLost([]) };
}
