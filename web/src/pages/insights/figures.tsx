import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { hasOptions } from '../../../../contract/field-words.ts';
import {
  type FigureGroup,
  type FigureGrouping,
  type FigureSearch,
  type Figures,
  figuresBeforeQuery,
  figuresQuery,
} from '../../backend/statistics.ts';
import { Chart } from '../../design/chart.tsx';
import { LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Figure } from '../../design/figure.tsx';
import { Section } from '../../design/page.tsx';
import { Select } from '../../design/select.tsx';
import { Cell, Table, TableRow } from '../../design/table.tsx';
import { day, month, number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { localName } from '../../tickets/filling/filling.ts';
import { useChosenFields } from '../../tickets/filling/use-chosen-fields.ts';
import { NO_LABEL, type TicketSearch, withFieldValue } from '../../tickets/filtering/ticket-search.ts';
import { AnswerTimesSection } from './answer-times.tsx';
import { OpenAges } from './open-ages.tsx';
import { Period } from './period.tsx';
import { besideBefore, durationBeside, shownDurations, TableDownload } from './shown-durations.tsx';

const GROUPINGS = ['project', 'category', 'label', 'team', 'month'] as const;
type Grouping = FigureGrouping | 'field';

/** How soon people were answered in a period, what came and went, and what was open. */
export function FigureSections({ isPending }: { isPending: boolean }) {
  const search = useSearch({ from: '/signed-in/insights' });
  const query = useQuery(figuresQuery(search));
  const figures = query.data;
  if (isPending) return <Skeleton lines={6} />;
  if (figures === undefined) return <LoadFailed error={query.error} onRetry={() => query.refetch()} />;
  return (
    <>
      <Section title={t('figures.title')}>
        <Period figures={figures} />
        <Heads figures={figures} />
      </Section>
      <Weeks figures={figures} />
      <AnswerTimesSection days={figures} />
      <OpenAges />
      <div className="figures-groups flex flex-col gap-5">
        {GROUPINGS.map((grouping) => (
          <Groups key={grouping} grouping={grouping} rows={figures.by[grouping]} figures={figures} />
        ))}
        <FieldGroups figures={figures} />
      </div>
    </>
  );
}

/** The figures of the whole period, each beside that of the period before. */
function Heads({ figures }: { figures: Figures }) {
  const search = useSearch({ from: '/signed-in/insights' });
  const before = useQuery(figuresBeforeQuery(search, figures)).data;
  const span = spanOfDays(figures);
  const answer = shownDurations(figures.answer);
  type Counted = 'answered_without_ticket' | 'reported' | 'closed' | 'reopened_within_30_days';
  const counted = (name: Counted) => ({
    before: besideBefore(figures[name], before?.[name], (value) => number(value, 0)),
  });
  return (
    <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-3">
      <Figure
        label={t('figures.firstReply')}
        hint={t('figures.firstReplyIs')}
        before={durationBeside(figures.first_reply, before?.first_reply)}
        {...shownDurations(figures.first_reply)}
      />
      <Figure
        label={t('figures.answer')}
        hint={t('figures.answerIs')}
        value={<Behind tickets={listOfFigure(search, { closed: span })}>{answer.value}</Behind>}
        note={answer.note}
        before={durationBeside(figures.answer, before?.answer)}
      />
      <Figure
        label={t('figures.withoutTicket')}
        hint={t('figures.withoutTicketIs')}
        value={number(figures.answered_without_ticket, 0)}
        {...counted('answered_without_ticket')}
      />
      <Figure
        label={t('figures.reported')}
        value={<Behind tickets={listOfFigure(search, { reported: span })}>{number(figures.reported, 0)}</Behind>}
        line={figures.weeks.map((week) => week.reported)}
        {...counted('reported')}
      />
      <Figure
        label={t('figures.closed')}
        hint={t('figures.closedIs')}
        value={<Behind tickets={listOfFigure(search, { closed: span })}>{number(figures.closed, 0)}</Behind>}
        line={figures.weeks.map((week) => week.closed)}
        {...counted('closed')}
      />
      <Figure
        label={t('figures.reopened')}
        hint={t('figures.reopenedIs')}
        value={number(figures.reopened_within_30_days, 0)}
        {...counted('reopened_within_30_days')}
      />
    </dl>
  );
}

/** Leads to the tickets behind a figure. */
function Behind({ tickets, children }: { tickets: TicketSearch | undefined; children: string }) {
  if (tickets === undefined) return children;
  return (
    <Link to="/tickets" search={tickets} className="hover:underline">
      {children}
    </Link>
  );
}

const LINES = [
  ['reported', 'info'],
  ['closed', 'success'],
  ['open', 'warning'],
] as const;

function Weeks({ figures }: { figures: Figures }) {
  const { weeks } = figures;
  const days = useMemo(() => weeks.map(({ week }) => week), [weeks]);
  const series = useMemo(
    () =>
      LINES.map(([name, color]) => ({ name: t(`figures.${name}`), color, values: weeks.map((week) => week[name]) })),
    [weeks],
  );
  return (
    <Section title={t('figures.byWeek')} aside={<TableDownload figures={figures} part="weeks" />}>
      {weeks.length > 1 && (
        <div className="p-4 md:p-5">
          <Chart label={t('figures.chart')} days={days} series={series} />
          <ul className="mt-2 flex flex-wrap gap-4 text-xs text-muted">
            {LINES.map(([name, color]) => (
              <li key={name} className="flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className="h-0.5 w-4 forced-color-adjust-none"
                  style={{ background: `var(--${color})` }}
                />
                {t(`figures.${name}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Table
        caption={t('figures.table', { title: t('figures.byWeek') })}
        heads={(['week', 'reported', 'closed', 'again', 'open', 'over7', 'over30'] as const).map((head) =>
          t(`figures.${head}`),
        )}
        numeric={[1, 2, 3, 4, 5, 6]}
      >
        {weeks.toReversed().map((week) => (
          <TableRow key={week.week}>
            <Cell>{day(week.week)}</Cell>
            {[week.reported, week.closed, week.reopened, week.open, week.open_over_7_days, week.open_over_30_days].map(
              (value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
                <Cell key={column} numeric>
                  {number(value, 0)}
                </Cell>
              ),
            )}
          </TableRow>
        ))}
      </Table>
    </Section>
  );
}

const nameOf = (grouping: Grouping, { key, name }: FigureGroup): string => {
  if (key === null) return t('figures.without');
  if (grouping === 'month') return month(key);
  return grouping === 'category' ? (maybeText(`category.${key}`) ?? key) : (name ?? key);
};

/** By the options of the field that the reader chooses; nothing where no field has options. */
function FieldGroups({ figures }: { figures: Figures }) {
  const search = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate({ from: '/insights' });
  const fields = useChosenFields().filter(({ field }) => hasOptions(field.kind));
  if (fields.length === 0) return null;
  const label = t('figures.whichField');
  const choosing = (
    <div className="w-40 print:hidden">
      <Select
        label={label}
        value={search.field ?? ''}
        choices={[
          { value: '', label: t('figures.noField') },
          ...fields.map(({ field }) => ({ value: field.key, label: localName(field) })),
        ]}
        onChoose={(key) => navigate({ search: { ...search, field: key || undefined }, resetScroll: false })}
      />
    </div>
  );
  return <Groups grouping="field" rows={figures.by.field ?? []} figures={figures} choosing={choosing} />;
}

interface GroupsProps {
  grouping: Grouping;
  rows: readonly FigureGroup[];
  figures: Figures;
  /** By what the rows are told, where the reader chooses it: there may be none then. */
  choosing?: ReactNode;
}

function Groups({ grouping, rows, figures, choosing }: GroupsProps) {
  const search = useSearch({ from: '/signed-in/insights' });
  const isEmpty = rows.every(({ key }) => key === null);
  if (isEmpty && !choosing) return null;
  const title = t(`figures.by_${grouping}`);
  const aside = (
    <>
      {choosing}
      {rows.length > 0 && <TableDownload figures={figures} part={grouping} />}
    </>
  );
  return (
    <Section title={title} aside={aside}>
      {rows.length > 0 && (
        <Table
          caption={t('figures.table', { title })}
          heads={[
            t('figures.name'),
            t('figures.reported'),
            t('figures.closed'),
            t('figures.firstReply'),
            t('figures.answer'),
          ]}
          numeric={[1, 2, 3, 4]}
        >
          {rows.map((row) => (
            <TableRow key={row.key ?? ''}>
              <Cell>{nameOf(grouping, row)}</Cell>
              <Cell numeric>
                <Behind tickets={listOfGroup(search, figures, { grouping, key: row.key, period: 'reported' })}>
                  {number(row.reported, 0)}
                </Behind>
              </Cell>
              <Cell numeric>
                <Behind tickets={listOfGroup(search, figures, { grouping, key: row.key, period: 'closed' })}>
                  {number(row.closed, 0)}
                </Behind>
              </Cell>
              <Cell numeric>{shownDurations(row.first_reply).value}</Cell>
              <Cell numeric>{shownDurations(row.answer).value}</Cell>
            </TableRow>
          ))}
        </Table>
      )}
    </Section>
  );
}

// Which list of tickets stands behind a figure.
type Days = Pick<Figures, 'from' | 'to'>;
type DayFilter = Pick<TicketSearch, 'reported' | 'closed'>;

/** The name `none`, which lists and figures share. */
const NONE = NO_LABEL;

/** The days as the address of a list has them. */
const spanOfDays = ({ from, to }: Days): string => `${from}..${to}`;

/** The list of what the figures are about, in that period; undefined where no list can be asked for: of no project. */
export function listOfFigure(
  { project, category, label, team, fields }: FigureSearch,
  period: DayFilter,
): TicketSearch | undefined {
  return project === NONE ? undefined : { project, category, label, team, fields, ...period };
}

/** The days of a month that are in the period. */
function monthWithin(month: string, { from, to }: Days): Days {
  const [year, index] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, index ?? 0, 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return { from: first > from ? first : from, to: last < to ? last : to };
}

/** The list of one row of a table. A month is no filter of its own, but days. */
export function listOfGroup(
  search: FigureSearch,
  days: Days,
  { grouping, key, period }: { grouping: Grouping; key: string | null; period: keyof DayFilter },
): TicketSearch | undefined {
  if (grouping === 'month') return listOfFigure(search, { [period]: spanOfDays(monthWithin(key ?? '', days)) });
  if (grouping === 'field') {
    const fields = withFieldValue(search.fields, search.field ?? '', key ?? NONE);
    return listOfFigure({ ...search, fields }, { [period]: spanOfDays(days) });
  }
  return listOfFigure({ ...search, [grouping]: key ?? NONE }, { [period]: spanOfDays(days) });
}
