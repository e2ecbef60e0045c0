/** The buttons of a filter bar: each shows what is chosen, and opens the menu to choose. */
import { type ReactNode, useState } from 'react';
import { useCommands } from '../../commands/registry.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { Menu, MenuCheckbox, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx';
import { t } from '../../texts/texts.ts';
import { listedWords, toggled } from './ticket-search.ts';

const chip = (active: boolean): string =>
  classes(
    'inline-flex h-8 max-w-64 shrink-0 items-center gap-1.5 rounded-lg border px-2.5 text-sm transition-colors max-md:h-11',
    active
      ? // On a phone the active filters come first, so that the user sees them.
        'border-accent bg-accent-soft font-medium text-accent-strong max-md:-order-1'
      : 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
  );

export function Chip({ label, chosen, ...rest }: { label: string; chosen: string | undefined }) {
  return (
    <button type="button" {...rest} className={chip(chosen !== undefined)}>
      <span className="truncate">{chosen === undefined ? label : `${label}: ${chosen}`}</span>
      <Icon name="down" size={14} />
    </button>
  );
}

interface WordsChipProps<W extends string> {
  label: string;
  words: readonly W[];
  value: string | undefined;
  nameOf: (word: W) => string;
  signOf?: (word: W) => ReactNode;
  onChange: (value: string | undefined) => void;
  /** Whether the key F opens it. */
  shortcut?: boolean;
}

export function WordsChip<W extends string>({
  label,
  words,
  value,
  nameOf,
  signOf,
  onChange,
  shortcut,
}: WordsChipProps<W>) {
  const [open, setOpen] = useState(false);
  const chosen = listedWords(value) as W[];
  useCommands(
    shortcut ? [{ id: 'filter', label: t('filter.title'), group: 'list', keys: 'f', run: () => setOpen(true) }] : [],
  );
  return (
    <Menu
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={<Chip label={label} chosen={chosen.length > 0 ? chosen.map(nameOf).join(', ') : undefined} />}
    >
      {words.map((word) => (
        <MenuCheckbox key={word} checked={chosen.includes(word)} onCheck={() => onChange(toggled(value, word))}>
          {signOf?.(word)}
          {nameOf(word)}
        </MenuCheckbox>
      ))}
    </Menu>
  );
}

export interface OneChipProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function OneChip({
  label,
  choices,
  value,
  onChange,
}: OneChipProps & { label: string; choices: { value: string; label: string }[] }) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Menu
      label={label}
      trigger={<Chip label={label} chosen={value === undefined ? undefined : (chosen?.label ?? '…')} />}
    >
      <MenuRadioGroup value={value ?? ''} onPick={(next: string) => onChange(next || undefined)}>
        <MenuRadio value="">{t('filter.any')}</MenuRadio>
        {choices.map((choice) => (
          <MenuRadio key={choice.value} value={choice.value}>
            {choice.label}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
