import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { teamNamesQuery } from '../../backend/access.ts';
import { fieldFilters } from '../../backend/field-filters.ts';
import { fieldsQuery } from '../../backend/fields.ts';
import { usableLabelsQuery } from '../../backend/labels.ts';
import { projectsQuery } from '../../backend/projects.ts';
import type { FigureSearch, Figures } from '../../backend/statistics.ts';
import { CATEGORIES } from '../../backend/tickets.ts';
import { DayInput } from '../../design/day-input.tsx';
import { inputClass } from '../../design/field.tsx';
import { choicesOf } from '../../design/select.tsx';
import { day } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { localName } from '../../tickets/filling/filling.ts';
import { useChosenFields } from '../../tickets/filling/use-chosen-fields.ts';
import { OneChip } from '../../tickets/filtering/filter-chips.tsx';
import { withFieldValue } from '../../tickets/filtering/ticket-search.ts';

const WEEKS = [4, 12, 52] as const;
const DAY_MS = 86_400_000;

const weeksBefore = (to: string, weeks: number): string =>
  new Date(Date.parse(to) - (weeks * 7 - 1) * DAY_MS).toISOString().slice(0, 10);

/** Whether it is not known yet which filters there are: one that came later would push the figures down. */
export function useFiltersPending(): boolean {
  const kinds = [useQuery(projectsQuery), useQuery(usableLabelsQuery), useQuery(teamNamesQuery), useQuery(fieldsQuery)];
  return kinds.some(({ isPending }) => isPending);
}

/** The filters of the figures, and the value of each. */
function useFilters(search: FigureSearch) {
  const projects = choicesOf(useQuery(projectsQuery).data ?? []);
  const labels = choicesOf(useQuery(usableLabelsQuery).data ?? []);
  const teams = choicesOf(useQuery(teamNamesQuery).data ?? []);
  const categories = CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }));
  const none = { value: 'none', label: t('field.none') };
  const ofTickets = (
    [
      ['project', t('field.project'), projects],
      ['category', t('field.category'), categories],
      ['label', t('field.labels'), labels],
      ['team', t('field.team'), teams],
    ] as const
  ).map(([name, label, choices]) => ({
    ...{ key: name, label, value: search[name] },
    choices: name === 'category' ? choices : [none, ...choices],
    isEmpty: choices.length === 0,
    changeTo: (value: string | undefined): FigureSearch => ({ [name]: value }),
  }));
  const chosenFields = fieldFilters(search.fields);
  const ofFields = useChosenFields().map(({ field, choices }) => ({
    ...{ key: `field ${field.key}`, label: localName(field), value: chosenFields[field.key], choices, isEmpty: false },
    changeTo: (value: string | undefined): FigureSearch => ({
      fields: withFieldValue(search.fields, field.key, value),
    }),
  }));
  return [...ofTickets, ...ofFields];
}

/** The tickets that the figures are about. Nothing of a kind of which there are none. */
function FigureFilters() {
  const search = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate({ from: '/insights' });
  return useFilters(search).map(({ key, isEmpty, changeTo, ...filter }) =>
    isEmpty && filter.value === undefined ? null : (
      <OneChip
        key={key}
        {...filter}
        onChange={(value) => navigate({ search: { ...search, ...changeTo(value) }, resetScroll: false })}
      />
    ),
  );
}

/** The text that paper has instead: the days, and the filters. */
function OnPaper({ figures: { from, to } }: { figures: Figures }) {
  const search = useSearch({ from: '/signed-in/insights' });
  const chosen = useFilters(search).flatMap(({ label, value, choices }) =>
    value === undefined ? [] : [`${label}: ${choices.find((choice) => choice.value === value)?.label ?? '…'}`],
  );
  return (
    <p className="hidden border-b border-line px-4 py-2 md:px-5 print:block">
      {[`${day(from)} – ${day(to)}`, ...chosen].join(' · ')}
    </p>
  );
}

/** The days of the figures, and which tickets they are about. They stand in the address, so that a page can be sent to a colleague. */
export function Period({ figures }: { figures: Figures }) {
  const search = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate({ from: '/insights' });
  const set = (name: 'from' | 'to') => (event: { target: { value: string } }) => {
    if (event.target.value !== '')
      navigate({
        search: { ...search, from: figures.from, to: figures.to, [name]: event.target.value },
        resetScroll: false,
      });
  };
  return (
    <>
      <OnPaper figures={figures} />
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 md:px-5 print:hidden">
        <nav aria-label={t('figures.period')} className="flex gap-1">
          {WEEKS.map((weeks) => (
            <Link
              key={weeks}
              to="/insights"
              search={{ ...search, from: weeksBefore(figures.to, weeks), to: figures.to }}
              resetScroll={false}
              aria-current={figures.from === weeksBefore(figures.to, weeks) ? 'true' : undefined}
              className="rounded-lg border border-line px-3 py-1.5 text-sm hover:bg-hover aria-[current=true]:border-accent aria-[current=true]:text-accent"
            >
              {t('figures.weeks', { count: weeks })}
            </Link>
          ))}
        </nav>
        {(['from', 'to'] as const).map((end) => (
          <span key={end} className="flex items-center gap-2 text-sm">
            <span aria-hidden="true">{t(`figures.${end}`)}</span>
            <DayInput
              aria-label={t(`figures.${end}`)}
              value={figures[end]}
              {...(end === 'from' ? { max: figures.to } : { min: figures.from })}
              onChange={set(end)}
              className={`${inputClass} w-40`}
            />
          </span>
        ))}
        <FigureFilters />
      </div>
    </>
  );
}
