import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { lengthOf } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { bytes } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import type { ChosenFiles } from './chosen-files.ts';
import { stamp } from './given-files.ts';

/** The files that will be sent with a form, and those that a reload has dropped. */
export function ChosenFileList({ chosen, busy = false }: { chosen: ChosenFiles; busy?: boolean }) {
  const { files, lost } = chosen;
  if (files.length === 0 && lost.length === 0) return null;
  return (
    <ul aria-label={t('files.chosen')} className="flex flex-col gap-1">
      {lost.length > 0 && (
        <li className="flex items-center gap-2 rounded-lg bg-warning-soft py-0.5 pr-0.5 pl-3 text-sm text-warning">
          <span className="min-w-0 flex-1">{t('files.lost', { names: lost.join(', ') })}</span>
          <IconButton icon="close" small label={t('action.dismiss')} onClick={chosen.forgetLost} />
        </li>
      )}
      {files.map((file) => (
        <li key={`${file.name} ${file.lastModified} ${file.size}`} className="flex items-center gap-2 text-sm">
          {file.type.startsWith('image/') ? (
            <ChosenPicture file={file} className="size-20 shrink-0 object-cover" />
          ) : (
            <Icon name="file" size={16} className="text-muted" />
          )}
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="text-muted tabular-nums">{bytes(file.size)}</span>
          <IconButton
            icon="close"
            small
            disabled={busy}
            label={t('files.remove', { name: file.name })}
            onClick={() => chosen.remove(file)}
          />
        </li>
      ))}
    </ul>
  );
}

/** So many letters of a text that goes as a file stay in the field. */
const BEGINNING = 300;

interface AttachInsteadProps {
  text: string;
  /** The most characters of the field. */
  longest: number;
  add: ChosenFiles['add'];
  /** Called with what stays in the field: the name of the file, and how the text begins. */
  onAttached: (text: string) => void;
}

/** Offers to send a text that is too long as a file: the cause of a trace stands at its end. */
export function AttachInstead({ text, longest, add, onAttached }: AttachInsteadProps) {
  if (text.length <= longest || lengthOf(text) <= longest) return null;
  const attach = () => {
    const name = `${t('files.textName')}-${stamp()}.txt`;
    if (add([new File([text], name, { type: 'text/plain' })]).length === 0) return;
    const beginning = [...text.trim()].slice(0, BEGINNING).join('').replaceAll('`', "'");
    onAttached(`${t('files.wholeText', { name })}\n\n\`\`\`\n${beginning}…\n\`\`\``);
  };
  return (
    <Button small icon="clip" onClick={attach} className="self-start">
      {t('files.attachText')}
    </Button>
  );
}

/** Draws the pictures of a preview: the files are still here. */
export const previewOf =
  (files: readonly File[]) =>
  (name: string): ReactNode => {
    const file = files.find((candidate) => candidate.name === name && candidate.type.startsWith('image/'));
    return file ? <ChosenPicture file={file} className="max-h-80 max-w-full" /> : null;
  };

/** A picture that is still here, before it is sent. */
function ChosenPicture({ file, className }: { file: File; className: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img src={url} alt={file.name} className={`rounded-lg border border-line ${className}`} /> : null;
}
