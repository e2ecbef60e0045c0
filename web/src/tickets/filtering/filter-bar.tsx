/** The filters of a list or the board. The address holds their values. */

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DUE_FILTERS } from '../../../../contract/due-words.ts';
import { teamNamesQuery } from '../../backend/access.ts';
import { fieldFilters } from '../../backend/field-filters.ts';
import { fieldsQuery, type TicketField } from '../../backend/fields.ts';
import { projectsQuery } from '../../backend/projects.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../backend/tickets.ts';
import { now } from '../../clock.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { MenuCheckbox } from '../../design/menu.tsx';
import { choicesOf } from '../../design/select.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { day, month } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useDevelopers } from '../changing/assignable.ts';
import { localName } from '../filling/filling.ts';
import { useChosenFields } from '../filling/use-chosen-fields.ts';
import { PrioritySign, StatusSign } from '../showing/status.tsx';
import {
  ChipMenu,
  LabelChip,
  MoreFilters,
  namesOf,
  OneChip,
  type OneChipProps,
  PersonChip,
  type Turning,
  ValueChip,
  WordsChip,
} from './filter-chips.tsx';
import { TIME_FILTERS } from './period.ts';
import {
  CLEARED,
  isFiltered,
  isTurned,
  type TicketSearch,
  type Turnable,
  toggled,
  withFieldValue,
} from './ticket-search.ts';
import { useSearchKey } from './use-search-key.ts';

interface FilterBarProps {
  search: TicketSearch;
  onChange: (change: Partial<TicketSearch>) => void;
  /** The filters that this page does not offer. */
  without?: ('status' | 'assignee')[];
  children?: ReactNode;
}

export function FilterBar({ search, onChange, without = [], children }: FilterBarProps) {
  const developer = useIsDeveloper();
  const turning = (name: Turnable): Turning => ({
    isTurned: isTurned(search, name),
    onTurn: () => onChange({ not: toggled(search.not, name) }),
  });
  const category = (
    <WordsChip
      label={t('field.category')}
      words={CATEGORIES}
      value={search.category}
      {...turning('category')}
      nameOf={(word) => t(`category.${word}`)}
      onChange={(category) => onChange({ category })}
    />
  );
  const only = search.awaiting ?? search.live ?? search.following ?? search.participating ?? search.restricted;
  const setFurther = (
    [
      [developer ? search.category : undefined, t('field.category')],
      [search.reporter, t('field.reporter')],
      [search.reported, t('period.reported')],
      [search.closed, t('period.closed')],
      [search.when, t('filtering.when')],
      [search.due, t('due.title')],
      [only, t('filtering.only')],
      [search.team, t('field.team')],
      [search.label, t('field.labels')],
      [search.fields, t('filtering.fields')],
    ] as const
  ).flatMap(([value, label]) => (value === undefined ? [] : [label]));
  return (
    <div className="filter-bar">
      {/* Its own place for what is hidden: else words that only readers hear would widen a phone's page. */}
      <div data-filters className="filter-row relative flex items-center gap-2 pt-2 pb-0.5 print:hidden">
        <SearchField value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
        {!without.includes('status') && (
          <WordsChip
            label={t('field.status')}
            words={STATUSES}
            value={search.status}
            {...turning('status')}
            nameOf={(word) => t(`status.${word}`)}
            signOf={(word) => <StatusSign status={word} />}
            onChange={(status) => onChange({ status })}
            shortcut
          />
        )}
        {developer && (
          <WordsChip
            label={t('field.priority')}
            words={PRIORITIES}
            value={search.priority}
            {...turning('priority')}
            nameOf={(word) => t(`priority.${word}`)}
            signOf={(word) => <PrioritySign priority={word} />}
            onChange={(priority) => onChange({ priority })}
          />
        )}
        {!developer && category}
        {!without.includes('assignee') && (
          <AssigneeChip
            {...turning('assignee')}
            value={search.assignee}
            onChange={(assignee) => onChange({ assignee })}
          />
        )}
        <ProjectChip {...turning('project')} value={search.project} onChange={(project) => onChange({ project })} />
        <MoreFilters chosen={setFurther}>
          {developer && category}
          {developer && (
            <PersonChip
              {...turning('reporter')}
              label={t('field.reporter')}
              value={search.reporter}
              onChange={(reporter) => onChange({ reporter })}
            />
          )}
          <PeriodChip
            label={t('period.reported')}
            value={search.reported}
            onChange={(reported) => onChange({ reported })}
          />
          <PeriodChip label={t('period.closed')} value={search.closed} onChange={(closed) => onChange({ closed })} />
          <OneChip
            label={t('filtering.when')}
            value={search.when}
            onChange={(when) => onChange({ when: TIME_FILTERS.find((word) => word === when) })}
            choices={TIME_FILTERS.map((value) => ({ value, label: t(`when.${value}`) }))}
          />
          {developer && (
            <OneChip
              label={t('due.title')}
              value={search.due}
              onChange={(due) => onChange({ due: DUE_FILTERS.find((word) => word === due) })}
              choices={DUE_FILTERS.map((value) => ({ value, label: t(`due.${value}`) }))}
            />
          )}
          <OnlyChip search={search} onChange={onChange} />
          <TeamChip {...turning('team')} value={search.team} onChange={(team) => onChange({ team })} />
          <LabelChip value={search.label} onChange={(label) => onChange({ label })} />
          <FieldChips value={search.fields} onChange={(fields) => onChange({ fields })} />
        </MoreFilters>
        <IconButton
          small
          icon="close"
          label={t('filtering.clear')}
          className={isFiltered(search) ? 'max-md:-order-1' : 'invisible max-md:hidden'}
          onClick={() => onChange(CLEARED)}
        />
        {children && <div className="ml-auto flex items-center gap-2">{children}</div>}
      </div>
    </div>
  );
}

/** The filters that are on or off. */
function OnlyChip({ search, onChange }: Pick<FilterBarProps, 'search' | 'onChange'>) {
  const names = useIsDeveloper()
    ? (['awaiting', 'live', 'following', 'participating', 'restricted'] as const)
    : (['awaiting', 'participating'] as const);
  const chosen = names.filter((name) => search[name] !== undefined);
  return (
    <ChipMenu label={t('filtering.only')} chosen={namesOf(chosen.map((name) => t(`filtering.${name}`)))}>
      {names.map((name) => (
        <MenuCheckbox
          key={name}
          checked={search[name] !== undefined}
          onCheck={() => onChange({ [name]: search[name] === undefined ? '1' : undefined })}
        >
          {t(`filtering.${name}`)}
        </MenuCheckbox>
      ))}
    </ChipMenu>
  );
}

function AssigneeChip(props: OneChipProps) {
  const developers = useDevelopers();
  const choices = [
    { value: 'me', label: t('assignee.me') },
    { value: 'none', label: t('assignee.none') },
    ...choicesOf(developers),
  ];
  return <OneChip {...props} label={t('field.assignee')} choices={choices} />;
}

function PeriodChip(props: OneChipProps & { label: string }) {
  const days = props.value?.split('..') ?? [];
  const choices = [
    ...DAYS_BACK.map((count) => ({ value: `${count}d`, label: t('period.days', { count }) })),
    ...lastMonths().map((value) => ({ value, label: month(value) })),
    ...(days.length < 2 ? [] : [{ value: days.join('..'), label: days.map(day).join(' – ') }]),
  ];
  return <OneChip {...props} choices={choices} />;
}

function ProjectChip(props: OneChipProps) {
  const { data, isError } = useQuery(projectsQuery);
  if (isError || data?.length === 0) return null;
  return (
    // Takes its room while projects load, so that nothing moves when they arrive.
    <span className={data ? 'contents' : 'invisible contents'}>
      <OneChip {...props} label={t('field.project')} choices={choicesOf(data ?? [])} />
    </span>
  );
}

/** Nothing where nobody has made a team. */
function TeamChip(props: OneChipProps) {
  const enabled = useIsDeveloper();
  const teams = useQuery({ ...teamNamesQuery, enabled }).data ?? [];
  if (teams.length === 0 && props.value === undefined) return null;
  const choices = [{ value: 'none', label: t('field.noTeam') }, ...choicesOf(teams)];
  return <OneChip {...props} label={t('field.team')} choices={choices} />;
}

/** One for each field that tickets are filters for. */
function FieldChips({ value, onChange }: OneChipProps) {
  const developer = useIsDeveloper();
  const filters = fieldFilters(value);
  const chosen = new Map(useChosenFields().map(({ field, choices }) => [field.id, choices]));
  const fields = (useQuery(fieldsQuery).data ?? []).filter(({ archived_at }) => archived_at === null);
  return fields.map((field) => {
    const own = {
      label: localName(field),
      value: filters[field.key],
      onChange: (next: string | undefined) => onChange(withFieldValue(value, field.key, next)),
    };
    const choices = chosen.get(field.id);
    if (choices !== undefined)
      return (
        <WordsChip
          key={field.id}
          {...own}
          words={choices.map((choice) => choice.value)}
          nameOf={(word) => choices.find((choice) => choice.value === word)?.label ?? '…'}
          onChange={(next) => own.onChange(oneOrSeveral(next, field.kind))}
        />
      );
    if (field.kind !== 'person') return <ValueChip key={field.id} {...own} field={field} />;
    // Only developers look for people.
    return developer ? <PersonChip key={field.id} {...own} title={own.label} offersNone /> : null;
  });
}

/** The service takes several options; `none` and whether stand alone. */
function oneOrSeveral(words: string | undefined, kind: TicketField['kind']): string | undefined {
  const last = words?.split(',').at(-1);
  return last === 'none' || kind === 'yes_no' ? last : words?.replace(/^none,/, '');
}

const PAUSE_MS = 250;

/** Searches when the user pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const searchKey = useSearchKey();
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="filter-search relative shrink-0">
      <Icon
        name="search"
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        {...searchKey}
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8 w-full rounded-lg border border-line bg-surface pr-2 pl-8 text-sm hover:border-line-strong max-md:h-11 max-md:text-[1rem]"
      />
    </div>
  );
}

/** The periods that the filters offer. */
const DAYS_BACK = [7, 30] as const;
const MONTHS_BACK = 12;

/** This month and those before it, as `YYYY-MM`. */
export const lastMonths = (at = now()): string[] =>
  Array.from({ length: MONTHS_BACK }, (_, back) => {
    const month = new Date(new Date(at).getFullYear(), new Date(at).getMonth() - back, 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
  });
