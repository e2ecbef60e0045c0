/** The files that the user has chosen for a form and not sent. They stay while the app is open, a reload drops them. */
import { useCallback, useEffect, useState } from 'react';
import { beginsAsBinary, readText, startsLikeMarkup } from '../../../../contract/file-texts.ts';
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '../../../../contract/words.ts';
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
  if (file.size === 0) return t('files.empty', { name: file.name });
  const size = beside.reduce((sum, other) => sum + other.size, file.size);
  if (beside.length >= ATTACHMENTS_PER_REQUEST || size > ATTACHMENT_BYTES_PER_REQUEST)
    return t('files.tooLarge', { name: file.name });
  return undefined;
}

/** The refusal of a file by its content: the app decides as the service does, before anything is sent. */
export async function refusalOfContent(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsAsBinary(bytes)) return undefined;
  const read = readText(bytes);
  if (read === null) return t('files.unwanted', { name: file.name });
  return startsLikeMarkup(read) ? t('files.runs', { name: file.name }) : undefined;
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>;

/** Takes a file out again that the service would refuse, and says which and why. */
async function refuseByContent(form: string, file: File): Promise<void> {
  // A file that cannot be read any more is for the sending to tell.
  const refusal = await refusalOfContent(file).catch(() => undefined);
  if (refusal === undefined) return;
  keep(
    form,
    filesIn(form).filter((other) => other !== file),
  );
  toast({ tone: 'refused', text: refusal });
}

/** @param form a name for it, such as that of its draft. */
export function useChosenFiles(form: string) {
  const files = useObservable(chosen).get(form) ?? NONE;
  const [names, setNames] = useDraft<string[]>(`files.${form}`, NO_NAMES);
  /** The names of files that a reload has dropped. */
  const [lost, setLost] = useState<readonly string[]>(() => (filesIn(form).length === 0 ? names : []));
  useEffect(() => setNames(files.map(({ name }) => name)), [files, setNames]);
  /** Names the files that the service would refuse, and takes the others. @returns those. */
  const add = useCallback(
    (more: readonly File[]) => {
      const taken: File[] = [];
      for (const file of more) {
        const refusal = refusalOfFile(file, [...filesIn(form), ...taken]);
        if (refusal) toast({ tone: 'refused', text: refusal });
        else taken.push(file);
      }
      keep(form, [...filesIn(form), ...taken]);
      for (const file of taken) void refuseByContent(form, file);
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
