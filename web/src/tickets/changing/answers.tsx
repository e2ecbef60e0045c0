/** What the user may choose from when a key asks for the value of a field. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Shown } from '../../backend/change-ticket.ts';
import { type Project, projectsQuery } from '../../backend/projects.ts';
import { CATEGORIES, PRIORITIES, STATUSES, type TicketChanges } from '../../backend/tickets.ts';
import { now } from '../../clock.ts';
import { Avatar } from '../../design/avatar.tsx';
import { number, today, weekday } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { typedDay } from '../../texts/typed-day.ts';
import { ProjectSign, shownOf } from '../showing/project-name.tsx';
import { PrioritySign, StatusSign } from '../showing/status.tsx';
import { useAssignable } from './assignee-menu.tsx';
import type { Choosing, ValueQuestion } from './choosing-request.ts';

interface Answer {
  id: string;
  name: string;
  /** What the user typed means it, whatever its name is. */
  typed?: boolean;
  shown: ReactNode;
  changes: TicketChanges;
  shownWith?: Shown;
}

const DAYS_AHEAD = 14;
const HOURS = [0.5, 1, 2, 3, 4, 8, 16, 24, 40];

const statuses = (): Answer[] =>
  STATUSES.map((status) => ({
    id: status,
    name: t(`status.${status}`),
    shown: <StatusSign status={status} />,
    changes: { status },
  }));

const priorities = (): Answer[] =>
  PRIORITIES.map((priority) => ({
    id: priority,
    name: t(`priority.${priority}`),
    shown: <PrioritySign priority={priority} />,
    changes: { priority },
  }));

const categories = (): Answer[] =>
  CATEGORIES.map((category) => ({
    id: category,
    name: t(`category.${category}`),
    shown: null,
    changes: { category },
  }));

const none = (name: string, changes: TicketChanges, shownWith?: Shown): Answer => ({
  id: 'none',
  name,
  shown: null,
  changes,
  ...(shownWith ? { shownWith } : {}),
});

const projectsOf = (projects: readonly Project[]): Answer[] => [
  none(t('field.noProject'), { project_id: null }, shownOf(undefined)),
  ...projects.map((project) => ({
    id: project.id,
    name: project.name,
    shown: <ProjectSign color={project.color} icon={project.icon_url} />,
    changes: { project_id: project.id },
    shownWith: shownOf(project),
  })),
];

const assigneesOf = (developers: ReturnType<typeof useAssignable>): Answer[] => [
  ...developers.map((person) => ({
    id: person.id,
    name: person.name,
    shown: <Avatar name={person.name} url={person.avatar_url} size={20} />,
    changes: { assignee_id: person.id },
    shownWith: { assignee_name: person.name, assignee_email: person.email },
  })),
  none(t('assignee.none'), { assignee_id: null }, { assignee_name: null }),
];

/** The next days, and the one that the user typed. */
function days(text: string, from = new Date(now())): Answer[] {
  const typed = typedDay(text, today(from));
  // By the calendar: where clocks change, a day has 23 or 25 hours.
  const [year, month, date] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const ahead = Array.from({ length: DAYS_AHEAD }, (_, index) => today(new Date(year, month, date + index, 12)));
  const offered = typed === undefined || ahead.includes(typed) ? ahead : [typed, ...ahead];
  return [
    ...offered.map((planned_date) => ({
      id: planned_date,
      name: weekday(planned_date),
      typed: planned_date === typed,
      shown: null,
      changes: { planned_date },
    })),
    none(t('choose.noDay'), { planned_date: null }),
  ];
}

const estimates = (): Answer[] => [
  ...HOURS.map((hours) => ({
    id: String(hours),
    name: `${number(hours)} h`,
    shown: null,
    changes: { estimated_hours: hours },
  })),
  none(t('choose.noEstimate'), { estimated_hours: null }),
];

/** @param text what the user typed: a day need not be in the list. */
export function useAnswers(
  { question, tickets }: Pick<Choosing, 'tickets'> & { question: ValueQuestion },
  text: string,
): Answer[] {
  const developers = useAssignable(tickets, question === 'assignee');
  const projects = useQuery({ ...projectsQuery, enabled: question === 'project' }).data ?? [];
  const answers: Record<ValueQuestion, () => Answer[]> = {
    status: statuses,
    priority: priorities,
    category: categories,
    project: () => projectsOf(projects),
    assignee: () => assigneesOf(developers),
    planned_date: () => days(text),
    estimated_hours: estimates,
  };
  return answers[question]();
}
