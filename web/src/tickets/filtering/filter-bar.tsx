/** The filters of a list or the board. The address holds their values. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { projectsQuery } from '../../backend/projects.ts'
import { CATEGORIES, PRIORITIES, STATUSES } from '../../backend/tickets.ts'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuCheckbox, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx'
import { t } from '../../texts/texts.ts'
import { useDevelopers } from '../changing/assignee-menu.tsx'
import { PrioritySign, StatusSign } from '../showing/status.tsx'
import { SearchField } from './search-field.tsx'
import { isFiltered, listedWords, type TicketSearch, toggled } from './ticket-search.ts'
import { TIME_FILTERS } from './time-filter.ts'

interface FilterBarProps {
  search: TicketSearch
  onChange: (change: Partial<TicketSearch>) => void
  /** The filters that this page does not offer. */
  without?: ('status' | 'assignee')[]
  children?: ReactNode
}

const CLEARED = {
  status: undefined,
  priority: undefined,
  category: undefined,
  project: undefined,
  assignee: undefined,
  when: undefined,
  q: undefined,
}

export function FilterBar({ search, onChange, without = [], children }: FilterBarProps) {
  return (
    <div className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 pt-2 pb-0.5 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
      <SearchField value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      {!without.includes('status') && (
        <WordsChip
          label={t('field.status')}
          words={STATUSES}
          value={search.status}
          nameOf={(word) => t(`status.${word}`)}
          signOf={(word) => <StatusSign status={word} />}
          onChange={(status) => onChange({ status })}
          shortcut
        />
      )}
      <WordsChip
        label={t('field.priority')}
        words={PRIORITIES}
        value={search.priority}
        nameOf={(word) => t(`priority.${word}`)}
        signOf={(word) => <PrioritySign priority={word} />}
        onChange={(priority) => onChange({ priority })}
      />
      <WordsChip
        label={t('field.category')}
        words={CATEGORIES}
        value={search.category}
        nameOf={(word) => t(`category.${word}`)}
        onChange={(category) => onChange({ category })}
      />
      {!without.includes('assignee') && (
        <AssigneeChip value={search.assignee} onChange={(assignee) => onChange({ assignee })} />
      )}
      <OneChip
        label={t('filter.when')}
        value={search.when}
        onChange={(when) => onChange({ when: TIME_FILTERS.find((word) => word === when) })}
        choices={TIME_FILTERS.map((value) => ({ value, label: t(`when.${value}`) }))}
      />
      <ProjectChip value={search.project} onChange={(project) => onChange({ project })} />
      {isFiltered(search) && (
        <Button look="quiet" small icon="close" className="max-md:-order-1" onClick={() => onChange(CLEARED)}>
          {t('filter.clear')}
        </Button>
      )}
      {children && <div className="ml-auto flex items-center gap-2">{children}</div>}
    </div>
  )
}

const chip = (active: boolean): string =>
  classes(
    'inline-flex h-8 max-w-64 shrink-0 items-center gap-1.5 rounded-lg border px-2.5 text-sm transition-colors max-md:h-11',
    active
      ? // On a phone the active filters come first, so that the user sees them.
        'border-accent bg-accent-soft font-medium text-accent-strong max-md:-order-1'
      : 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
  )

function Chip({ label, chosen, ...rest }: { label: string; chosen: string | undefined }) {
  return (
    <button type="button" {...rest} className={chip(chosen !== undefined)}>
      <span className="truncate">{chosen === undefined ? label : `${label}: ${chosen}`}</span>
      <Icon name="down" size={14} />
    </button>
  )
}

interface WordsChipProps<W extends string> {
  label: string
  words: readonly W[]
  value: string | undefined
  nameOf: (word: W) => string
  signOf?: (word: W) => ReactNode
  onChange: (value: string | undefined) => void
  /** Whether the key F opens it. */
  shortcut?: boolean
}

function WordsChip<W extends string>({ label, words, value, nameOf, signOf, onChange, shortcut }: WordsChipProps<W>) {
  const [open, setOpen] = useState(false)
  const chosen = listedWords(value) as W[]
  useCommands(
    shortcut ? [{ id: 'filter', label: t('filter.title'), group: 'list', keys: 'f', run: () => setOpen(true) }] : [],
  )
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
  )
}

interface OneChipProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function OneChip({
  label,
  choices,
  value,
  onChange,
}: OneChipProps & { label: string; choices: { value: string; label: string }[] }) {
  const chosen = choices.find((choice) => choice.value === value)
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
  )
}

function AssigneeChip(props: OneChipProps) {
  const developers = useDevelopers()
  const choices = [
    { value: 'me', label: t('assignee.me') },
    { value: 'none', label: t('assignee.none') },
    ...developers.map((person) => ({ value: person.id, label: person.name })),
  ]
  return <OneChip {...props} label={t('field.assignee')} choices={choices} />
}

function ProjectChip(props: OneChipProps) {
  const { data, isError } = useQuery(projectsQuery)
  if (isError || data?.length === 0) return null
  return (
    // Takes its room while projects load, so that nothing moves when they arrive.
    <span className={data ? 'contents' : 'invisible'}>
      <OneChip
        {...props}
        label={t('field.project')}
        choices={(data ?? []).map((project) => ({ value: project.id, label: project.name }))}
      />
    </span>
  )
}
