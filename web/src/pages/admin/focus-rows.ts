import { useCommands } from '../../commands/registry.ts';
import { t } from '../../texts/texts.ts';

/** The rows of every list on the page, but for lists within a row. */
const rows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main li')].filter((row) => row.parentElement?.closest('li') === null);

const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), summary';

function step(by: 1 | -1): void {
  const all = rows().filter((row) => row.querySelector(FOCUSABLE) !== null);
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? all[by > 0 ? 0 : all.length - 1] : all[at + by];
  const control = next?.querySelector<HTMLElement>(FOCUSABLE);
  control?.focus();
  control?.scrollIntoView({ block: 'nearest' });
}

/** J and K lead the focus from row to row of the lists on a page; Space and Enter do what the row's first control does. */
export function useFocusRows(): void {
  useCommands([
    { id: 'next', label: t('command.nextRow'), group: 'list', keys: 'j', run: () => step(1) },
    { id: 'previous', label: t('command.previousRow'), group: 'list', keys: 'k', run: () => step(-1) },
  ]);
}
