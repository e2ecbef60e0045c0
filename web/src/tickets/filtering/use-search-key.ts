import { type KeyboardEvent, useRef } from 'react';
import { useCommands } from '../../commands/registry.ts';
import { t } from '../../texts/texts.ts';

/** The key / moves the focus to the field that a page searches by, and Escape leaves it, so that other keys work again. */
export function useSearchKey() {
  const ref = useRef<HTMLInputElement>(null);
  useCommands([{ id: 'search', label: t('filter.search'), group: 'list', keys: '/', run: () => ref.current?.focus() }]);
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
    key === 'Escape' && currentTarget.blur();
  return { ref, onKeyDown };
}
