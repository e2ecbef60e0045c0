import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { bytes } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import type { ChosenFiles } from './chosen-files.ts';

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
          <Icon name="file" size={16} className="text-muted" />
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
