import { filteredProject, internalScopeOf, knowableProject } from '#access';
import type { AnsweredThisMonth, FigureFilter, FigureGroup, Figures, FigureWeek } from '#contract/figures.ts';
import { FIGURE_GROUPINGS } from '#contract/words.ts';
import { DAY, type Instant, invalidField, shifted, startOfDay, type Work } from '#platform';
import { fieldsOfFigures, listSeenProjects, listStoredLabels, listStoredTeams, optionsOf } from '#tickets';
import { type CaseGrouping, casesByKey, durationsOf, type FigureCase, numberOfDay } from './figure-cases.ts';
import { type FigureScope, FiguresStore, type OpenOfDay, type ReopenedClosing } from './figures-store.ts';

/** The period when none is named, today among it. */
const USUAL_DAYS = 84;
/** Three years, and a day for the leap year. */
const MOST_DAYS = 1_096;
const WITHIN_DAYS = 30;

/**
 * The figures of a period (docs/rules/statistics.md#figures): how soon people were answered, what came and went, what was
 * open, by week, project, category, label, team and month. It counts what the caller sees with everything on it.
 *
 * @throws Failure `validation_error` for a period that ends before it begins, has over three years, or lies outside the
 * years 1970 to 9998.
 */
export async function showFigures(work: Work, filter: FigureFilter): Promise<Figures> {
  const selection = await selectionBy(work, filter);
  const [cases, open, reopenings, answered_without_ticket, names] = await Promise.all([
    casesOf(work, selection),
    work.of(FiguresStore).openDays(selection),
    work.of(FiguresStore).reopenings(selection),
    work.of(FiguresStore).withoutTicket(selection),
    namesOf(work, selection),
  ]);
  const { reported, answers } = cases;
  const others = othersOf(selection, reopenings);
  return {
    generated_at: work.now,
    from: dayOf(selection.from),
    to: dayOf(shifted(selection.until, -DAY)),
    reported: reported.length,
    closed: answers.length + others.length,
    reopened_within_30_days: others.filter(isShort).length,
    answered_without_ticket,
    first_reply: durationsOf(reported, 'reported'),
    answer: durationsOf(answers, 'closed'),
    weeks: weeksOf(selection, cases, open, reopenings),
    by: Object.fromEntries(
      [...FIGURE_GROUPINGS, ...(selection.byField === null ? [] : (['field'] as const))].map((grouping) => [
        grouping,
        groupsOf(grouping, cases, names),
      ]),
    ) as Figures['by'],
  };
}

interface PeriodCases {
  /** The tickets that were reported in the period. */
  readonly reported: readonly FigureCase[];
  /** Closed tickets that were closed in the period. */
  readonly answers: readonly FigureCase[];
  /** Closed tickets that were closed in the period or later. */
  readonly closed: readonly FigureCase[];
}

async function casesOf(work: Work, selection: FigureScope): Promise<PeriodCases> {
  const cases = (await work.of(FiguresStore).cases(selection)).map((ticket) => ({
    ...ticket,
    project_id: knowableProject(work.actor, ticket.project_id),
  }));
  const [first, after] = [dayOf(selection.from), dayOf(selection.until)];
  const closed = cases.filter((ticket) => ticket.closed !== null && ticket.closed >= first);
  return {
    reported: cases.filter((ticket) => ticket.reported >= first && ticket.reported < after),
    answers: closed.filter((ticket) => ticket.closed !== null && ticket.closed < after),
    closed,
  };
}

/** How many people an answer helped in this calendar month who then reported nothing. */
export async function showAnsweredThisMonth(work: Work): Promise<AnsweredThisMonth> {
  const month = work.now.slice(0, 7);
  const period = { from: `${month}-01T00:00:00.000Z`, until: shifted(startOfDay(work.now), DAY) };
  const all = {
    scope: internalScopeOf(work.actor),
    projectId: null,
    teamId: null,
    labelId: null,
    category: null,
    fields: [],
    byField: null,
  };
  return { month, answered_without_ticket: await work.of(FiguresStore).withoutTicket({ ...all, ...period }) };
}

const dayOf = (at: Instant): string => at.slice(0, 10);
const startOf = (day: string): Instant => `${day}T00:00:00.000Z`;

async function selectionBy(work: Work, filter: FigureFilter): Promise<FigureScope> {
  const { from, to, project_id, category, team_id, label_id } = filter;
  for (const [field, day] of Object.entries({ from, to })) {
    if (day !== undefined && (day < '1970' || day >= '9999'))
      throw invalidField(field, 'out_of_range', 'Choose a day of the years 1970 to 9998.');
  }
  const until = shifted(to === undefined ? startOfDay(work.now) : startOf(to), DAY);
  const begin = from === undefined ? shifted(until, -USUAL_DAYS * DAY) : startOf(from);
  const days = (Date.parse(until) - Date.parse(begin)) / DAY;
  if (days < 1) throw invalidField('to', 'out_of_range', 'The last day is before the first.');
  if (days > MOST_DAYS) throw invalidField('from', 'out_of_range', `Choose a period of at most ${MOST_DAYS} days.`);
  const fields = await fieldsOfFigures(work, filter, filter.by ?? null);
  return {
    scope: internalScopeOf(work.actor),
    from: begin,
    until,
    projectId: project_id === undefined ? null : filteredProject(work.actor, project_id),
    teamId: team_id ?? null,
    labelId: label_id ?? null,
    category: category ?? null,
    fields: fields.conditions,
    byField: fields.by,
  };
}

type Names = Readonly<Record<'project' | 'label' | 'team' | 'field', ReadonlyMap<string, string>>>;

async function namesOf(work: Work, { byField }: FigureScope): Promise<Names> {
  const [projects, labels, teams] = await Promise.all([
    listSeenProjects(work),
    listStoredLabels(work),
    listStoredTeams(work),
  ]);
  const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  const options = byField === null ? [] : optionsOf(byField);
  const field = new Map(options.map(({ key, name }) => [key, name[work.actor.language]]));
  return { project: named(projects), label: named(labels), team: named(teams), field };
}

/** The figures of each project, category, label, team, option or month: months in their order, others by what was reported. */
function groupsOf(grouping: CaseGrouping, { reported, answers }: PeriodCases, names: Names): FigureGroup[] {
  const [came, went] = [casesByKey(grouping, reported, 'reported'), casesByKey(grouping, answers, 'closed')];
  const groups = [...new Set([...came.keys(), ...went.keys()])].map((key): FigureGroup => {
    const [some, others] = [came.get(key) ?? [], went.get(key) ?? []];
    return {
      key,
      name: key === null || grouping === 'category' || grouping === 'month' ? key : (names[grouping].get(key) ?? null),
      reported: some.length,
      closed: others.length,
      first_reply: durationsOf(some, 'reported'),
      answer: durationsOf(others, 'closed'),
    };
  });
  return grouping === 'month'
    ? groups.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
    : groups.sort((a, b) => b.reported - a.reported || (String(a.name) < String(b.name) ? -1 : 1));
}

/** The closings of the period that did not hold. */
const othersOf = ({ from, until }: FigureScope, reopenings: readonly ReopenedClosing[]): ReopenedClosing[] =>
  reopenings.filter(({ closed_at }) => closed_at >= from && closed_at < until);

const isShort = ({ closed_at, reopened_at }: ReopenedClosing): boolean =>
  Date.parse(reopened_at) - Date.parse(closed_at) <= WITHIN_DAYS * DAY;

/** The fourth day of 1970 was the first Monday but one. */
const mondayOf = (day: number): number => Math.floor((day - 4) / 7) * 7 + 4;

const AGES = [
  ['open', 0],
  ['open_over_7_days', 7],
  ['open_over_30_days', 30],
] as const;

/** Counts the reports and closings of each week, and the open tickets at its end. */
function weeksOf(
  selection: FigureScope,
  { reported, answers, closed }: PeriodCases,
  open: readonly OpenOfDay[],
  reopenings: readonly ReopenedClosing[],
): FigureWeek[] {
  const [first, after] = [numberOfDay(dayOf(selection.from)), numberOfDay(dayOf(selection.until))];
  const begin = mondayOf(first);
  const weeks = Array.from({ length: Math.ceil((after - begin) / 7) }, (_, index) => ({
    week: dayOf(new Date((begin + 7 * index) * DAY).toISOString()),
    reported: 0,
    closed: 0,
    reopened: 0,
    open: 0,
    open_over_7_days: 0,
    open_over_30_days: 0,
  }));
  const indexOf = (day: number): number => Math.floor((day - begin) / 7);
  const add = (field: Exclude<keyof FigureWeek, 'week'>, index: number, tickets: number): void => {
    const week = weeks[index];
    if (week !== undefined) week[field] += tickets;
  };
  const happen = (field: Exclude<keyof FigureWeek, 'week'>, day: number, tickets = 1): void => {
    if (day >= first && day < after) add(field, indexOf(day), tickets);
  };
  /** Counts tickets as open from the end of the week of one day on, until that of another: here as what changes from week to week. */
  const stay = (since: number, from: number, until: number, tickets: number): void => {
    const last = until >= after ? weeks.length : Math.max(indexOf(until), 0);
    for (const [field, days] of AGES) {
      const week = Math.max(indexOf(Math.max(since + days, from)), 0);
      if (Math.max(since + days, from) >= after || week >= last) continue;
      add(field, week, tickets);
      add(field, last, -tickets);
    }
  };
  for (const ticket of reported) happen('reported', numberOfDay(ticket.reported));
  for (const ticket of answers) happen('closed', numberOfDay(ticket.closed ?? ticket.reported));
  for (const { reported: day, tickets } of open) stay(numberOfDay(day), numberOfDay(day), after, tickets);
  for (const { reported: since, closed: day } of closed)
    stay(numberOfDay(since), numberOfDay(since), numberOfDay(day ?? since), 1);
  for (const { closed_at } of othersOf(selection, reopenings)) happen('closed', numberOfDay(dayOf(closed_at)));
  for (const { reported: since, closed_at, reopened_at } of reopenings) {
    const reopened = numberOfDay(dayOf(reopened_at));
    happen('reopened', reopened);
    stay(numberOfDay(since), numberOfDay(dayOf(closed_at)), reopened, -1);
  }
  for (const [field] of AGES) for (const index of weeks.keys()) add(field, index, weeks[index - 1]?.[field] ?? 0);
  return weeks;
}
