/** The buttons of a filter bar: each shows what is chosen, and opens the menu to choose. */

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { isRanged } from '../../../../contract/field-words.ts';
import type { TicketField } from '../../backend/fields.ts';
import { usableLabelsQuery } from '../../backend/labels.ts';
import { peopleByIdQuery } from '../../backend/people.ts';
import { useCommands } from '../../commands/registry.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { Menu, MenuCheckbox, MenuRadio, MenuRadioGroup, MenuSeparator } from '../../design/menu.tsx';
import { useMenuPlace } from '../../design/menu-behavior.ts';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { day } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { LabelName } from '../showing/label-tags.tsx';
import { listedWords, NO_LABEL, toggled } from './ticket-search.ts';

const chipClass = (active: boolean): string =>
  classes(
    'filter-chip inline-flex h-8 items-center gap-1.5 rounded-lg border px-2.5 text-sm transition-colors max-md:h-11',
    active
      ? // On a phone the active filters come first, so that the user sees them.
        'border-accent bg-accent-soft text-accent-strong max-md:-order-1'
      : 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
  );

/** Whether a filter means all but what is chosen, and how to turn it round; one that has only one meaning has neither. */
export interface Turning {
  isTurned?: boolean;
  onTurn?: () => void;
}

interface ChipProps extends Pick<Turning, 'isTurned'>, ComponentProps<'button'> {
  label: string;
  chosen: string | undefined;
}

/** Without `onClick`, a menu opens below. */
function Chip({ label, chosen, isTurned = false, ...rest }: ChipProps) {
  const value = isTurned ? t('filtering.allBut', { chosen: chosen ?? '' }) : chosen;
  const name = chosen === undefined ? label : `${label}: ${value}`;
  return (
    <button type="button" aria-label={name} title={name} {...rest} className={chipClass(chosen !== undefined)}>
      <span className="filter-words">
        <span className="truncate">{label}</span>
        {chosen !== undefined && <b className="truncate font-semibold">{value}</b>}
      </span>
      <Icon name="down" size={14} className="ml-auto shrink-0" />
    </button>
  );
}

interface ChipMenuProps extends Turning, Pick<ComponentProps<typeof Menu>, 'label' | 'open' | 'onOpenChange'> {
  chosen: string | undefined;
  /** The items to choose from. */
  children: ReactNode;
}

/** A chip with its menu; below the items what turns the filter round, once something is chosen. */
export function ChipMenu({ chosen, isTurned = false, onTurn, children, ...menu }: ChipMenuProps) {
  return (
    <Menu {...menu} trigger={<Chip label={menu.label} chosen={chosen} isTurned={isTurned} />}>
      {children}
      {chosen !== undefined && onTurn && (
        <>
          <MenuSeparator />
          <MenuCheckbox checked={isTurned} onCheck={onTurn}>
            {t('filtering.turn')}
          </MenuCheckbox>
        </>
      )}
    </Menu>
  );
}

/** The chosen names, as a chip shows them. */
export const namesOf = (names: readonly string[]): string | undefined =>
  names.length > 0 ? names.join(', ') : undefined;

interface WordsChipProps<W extends string> extends Turning {
  label: string;
  words: readonly W[];
  value: string | undefined;
  nameOf: (word: W) => string;
  signOf?: (word: W) => ReactNode;
  onChange: (value: string | undefined) => void;
  /** Whether the key F opens it. */
  shortcut?: boolean;
}

export function WordsChip<W extends string>(props: WordsChipProps<W>) {
  const { label, words, value, nameOf, signOf, onChange, shortcut, ...turning } = props;
  const [open, setOpen] = useState(false);
  const chosen = listedWords(value) as W[];
  useCommands(
    shortcut ? [{ id: 'filter', label: t('filtering.title'), group: 'list', keys: 'f', run: () => setOpen(true) }] : [],
  );
  return (
    <ChipMenu {...turning} label={label} chosen={namesOf(chosen.map(nameOf))} open={open} onOpenChange={setOpen}>
      {words.map((word) => (
        <MenuCheckbox key={word} checked={chosen.includes(word)} onCheck={() => onChange(toggled(value, word))}>
          {signOf?.(word)}
          {nameOf(word)}
        </MenuCheckbox>
      ))}
    </ChipMenu>
  );
}

export interface OneChipProps extends Turning {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function OneChip({
  label,
  choices,
  value,
  onChange,
  ...turning
}: OneChipProps & { label: string; choices: { value: string; label: string }[] }) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <ChipMenu {...turning} label={label} chosen={value === undefined ? undefined : (chosen?.label ?? '…')}>
      <MenuRadioGroup value={value ?? ''} onPick={(next: string) => onChange(next || undefined)}>
        <MenuRadio value="">{t('filter.any')}</MenuRadio>
        {choices.map((choice) => (
          <MenuRadio key={choice.value} value={choice.value}>
            {choice.label}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </ChipMenu>
  );
}

/** Labels of which a ticket has one at least, or none at all. Nothing where nobody has made one. */
export function LabelChip({ value, onChange }: OneChipProps) {
  const enabled = useIsDeveloper();
  const labels = useQuery({ ...usableLabelsQuery, enabled }).data ?? [];
  if (!enabled || (labels.length === 0 && value === undefined)) return null;
  const chosen = listedWords(value);
  const names = chosen.map((id) =>
    id === NO_LABEL ? t('field.none') : (labels.find((label) => label.id === id)?.name ?? '…'),
  );
  return (
    <ChipMenu label={t('field.labels')} chosen={namesOf(names)}>
      <MenuCheckbox checked={value === NO_LABEL} onCheck={() => onChange(value === NO_LABEL ? undefined : NO_LABEL)}>
        {t('field.none')}
      </MenuCheckbox>
      {labels.map((label) => (
        <MenuCheckbox
          key={label.id}
          checked={chosen.includes(label.id)}
          onCheck={() => onChange(toggled(value === NO_LABEL ? undefined : value, label.id))}
        >
          <LabelName {...label} />
        </MenuCheckbox>
      ))}
    </ChipMenu>
  );
}

const PersonDialog = onDemand(async () => (await import('./person-dialog.tsx')).PersonDialog, 'commands');

interface PersonChipProps extends OneChipProps {
  label: string;
  /** The question of its dialog; else who reported. */
  title?: string;
  offersNone?: boolean;
}

/** There are more people than a menu holds, so a dialog searches them. */
export function PersonChip(props: PersonChipProps) {
  const { label, title, offersNone = false, value, onChange, isTurned = false, onTurn } = props;
  const [open, setOpen] = useState(false);
  const me = useMe();
  const id = value === 'me' ? me.id : value;
  const person = useQuery(peopleByIdQuery(id && id !== 'none' ? [id] : [])).data?.[0];
  const name = id === 'none' ? t('field.none') : (person?.name ?? '…');
  return (
    <>
      <Chip
        label={label}
        chosen={id === undefined ? undefined : name}
        isTurned={isTurned}
        onClick={() => setOpen(true)}
      />
      {open && (
        <PartPlace>
          <PersonDialog
            {...(title === undefined ? {} : { title })}
            offersNone={offersNone}
            chosen={id}
            onChoose={onChange}
            {...(onTurn && value !== undefined ? { isTurned, onTurn } : {})}
            onClose={() => setOpen(false)}
          />
        </PartPlace>
      )}
    </>
  );
}

const ValueDialog = onDemand(async () => (await import('./value-dialog.tsx')).ValueDialog, 'lists');

/** A filter by a text, or by a number or a day between two, which one types. */
export function ValueChip({ field, label, value, onChange }: OneChipProps & { field: TicketField; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Chip
        label={label}
        chosen={value === undefined ? undefined : showFilterValue(field.kind, value)}
        onClick={() => setOpen(true)}
      />
      {open && (
        <PartPlace>
          <ValueDialog
            kind={field.kind}
            title={label}
            value={value}
            onChoose={onChange}
            onClose={() => setOpen(false)}
          />
        </PartPlace>
      )}
    </>
  );
}

/** A range as people read it: `5 – 10`, `≥ 5`, `≤ 10`. */
export function showFilterValue(kind: TicketField['kind'], value: string): string {
  if (value === 'none') return t('field.none');
  if (!isRanged(kind)) return value;
  const [from = '', to = from] = value.split('..').map((end) => (kind === 'date' && end ? day(end) : end));
  if (from === to) return from;
  if (from && to) return `${from} – ${to}`;
  return from ? `≥ ${from}` : `≤ ${to}`;
}

/** The filters that have no place in the row. Its chip counts those of them that are set, and its name says which. */
export function MoreFilters({ chosen, children }: { chosen: string[]; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = [t('filtering.more'), ...(chosen.length > 0 ? [chosen.join(', ')] : [])].join(': ');
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-label={name}
        title={name}
        onClick={() => setOpen(!open)}
        className={chipClass(chosen.length > 0)}
      >
        <span className="truncate">{t('filtering.more')}</span>
        {chosen.length > 0 && <b className="font-semibold tabular-nums">{chosen.length}</b>}
        <Icon name="down" size={14} className="ml-auto shrink-0" />
      </button>
      {open && (
        <Panel
          button={button}
          onLeave={() => setOpen(false)}
          onEscape={() => {
            setOpen(false);
            button.current?.focus();
          }}
        >
          {children}
        </Panel>
      )}
    </>
  );
}

interface PanelProps {
  button: React.RefObject<HTMLButtonElement | null>;
  onLeave: () => void;
  onEscape: () => void;
  children: ReactNode;
}

function Panel({ button, onLeave, onEscape, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useMenuPlace(box, button, 'start', onLeave);
  const onKeyDown = (event: KeyboardEvent) => {
    // A menu or a dialog that a filter has opened closes by its own Escape.
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend
    <div
      ref={box}
      popover="manual"
      role="group"
      tabIndex={-1}
      aria-label={t('filtering.more')}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== button.current) onLeave();
      }}
      className="filter-panel rounded-lg border border-line bg-raised p-3 text-ink shadow-float outline-none"
    >
      <div className="grid grid-cols-2 gap-2">{children}</div>
    </div>
  );
}
