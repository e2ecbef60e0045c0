import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changeTicket, type Shown } from '../../backend/change-ticket.ts';
import { KwitError } from '../../backend/client.ts';
import { addLabel, labelsQuery, type TicketLabel } from '../../backend/labels.ts';
import { type Project, projectsQuery } from '../../backend/projects.ts';
import { newestCopy } from '../../backend/ticket-cache.ts';
import { ticketQuery } from '../../backend/ticket-detail.ts';
import { CATEGORIES, PRIORITIES, STATUSES, type TicketChanges, type TicketSummary } from '../../backend/tickets.ts';
import { now } from '../../clock.ts';
import { Avatar } from '../../design/avatar.tsx';
import { CommandList, type Entry } from '../../design/command-list.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { toastRefusal } from '../../design/toast.tsx';
import { number, today, weekday } from '../../texts/dates.ts';
import { foldText } from '../../texts/fold.ts';
import { t } from '../../texts/texts.ts';
import { typedDay } from '../../texts/typed-day.ts';
import { LabelSign } from '../showing/label-tags.tsx';
import { ProjectSign, shownOf } from '../showing/project-name.tsx';
import { PrioritySign, StatusSign } from '../showing/status.tsx';
import { useAssignable } from './assignable.ts';
import { useBulkChange } from './bulk-change.ts';
import type { Choosing, ValueQuestion } from './dialog-requests.ts';
import { FieldChooser } from './field-chooser.tsx';

/** Whether all of the tickets have these values already. */
const isAnswered = (tickets: readonly TicketSummary[], changes: TicketChanges): boolean =>
  Object.entries(changes).every(([key, value]) =>
    tickets.every((ticket) => ticket[key as keyof TicketSummary] === value),
  );

/** Whether the service accepts a report by this, of which its reporter hears. */
const accepts = ({ question, tickets }: Pick<Choosing, 'question' | 'tickets'>): boolean =>
  ['planned_date', 'estimated_hours', 'assignee'].includes(question) &&
  tickets.some(({ status }) => status === 'submitted');

export function Chooser({ choosing, onClose }: { choosing: Choosing; onClose: () => void }) {
  const { question, tickets } = choosing;
  if (question === 'labels') return <LabelChooser tickets={tickets} onClose={onClose} />;
  if (question === 'fields') return <FieldChooser tickets={tickets} onClose={onClose} />;
  return <ValueChooser choosing={{ tickets, question }} onClose={onClose} />;
}

interface ValueChooserProps {
  choosing: { question: ValueQuestion; tickets: TicketSummary[] };
  onClose: () => void;
}

function ValueChooser({ choosing, onClose }: ValueChooserProps) {
  const [text, setText] = useState('');
  const answers = useAnswers(choosing, text);
  const changeAll = useBulkChange();
  const title = t(`choose.${choosing.question}`);
  return (
    <Dialog onClose={onClose} title={title} hideTitle>
      {accepts(choosing) && <p className="px-5 pt-3 text-sm text-muted">{t('commands.accepts')}</p>}
      <CommandList
        label={title}
        placeholder={choosing.question === 'planned_date' ? t('commands.typedDay') : title}
        empty={t('commands.nothing')}
        groups={[
          {
            entries: answers.map(({ id, name, typed = false, shown, changes, shownWith }) => ({
              id,
              name,
              found: typed,
              shown: (
                <>
                  {shown}
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {isAnswered(choosing.tickets, changes) && <Icon name="check" className="text-accent" />}
                </>
              ),
              onSelect: () => {
                onClose();
                changeAll(choosing.tickets, changes, shownWith);
              },
            })),
          },
        ]}
        onSearch={setText}
      />
    </Dialog>
  );
}

// The choices of the user when a key asks for the value of a field.
interface Answer {
  id: string;
  name: string;
  /** The typed text means it, whatever its name is. */
  typed?: boolean;
  shown?: ReactNode;
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
  CATEGORIES.map((category) => ({ id: category, name: t(`category.${category}`), changes: { category } }));

const none = (name: string, changes: TicketChanges, shownWith: Shown = {}): Answer => ({
  id: 'none',
  name,
  changes,
  shownWith,
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
      changes: { planned_date },
    })),
    none(t('choose.noDay'), { planned_date: null }),
  ];
}

const estimates = (): Answer[] => [
  ...HOURS.map((hours) => ({ id: String(hours), name: `${number(hours)} h`, changes: { estimated_hours: hours } })),
  none(t('choose.noEstimate'), { estimated_hours: null }),
];

/** @param text what the user typed: a day need not be in the list. */
function useAnswers(
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

const byName = (a: TicketLabel, b: TicketLabel): number => a.name.localeCompare(b.name);

/** Labels of one ticket or of several: each is put on, or taken off, at once; a name that is new makes one. */
function LabelChooser({ tickets, onClose }: { tickets: TicketSummary[]; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const all = useQuery(labelsQuery).data ?? [];
  const [sets, setSets] = useState(new Map(tickets.map(({ id, labels = [] }) => [id, labels])));
  const have = ({ id }: TicketLabel) => [...sets.values()].filter((set) => set.some((label) => label.id === id)).length;

  /** Puts a label on a ticket as it is now, or takes it off: somebody else may have changed the others meanwhile. */
  const put = async (ticket: TicketSummary, { id, name, color }: TicketLabel, isOn: boolean, isSecond = false) => {
    const before = newestCopy(client, ticket.id)?.labels ?? sets.get(ticket.id) ?? [];
    const others = before.filter((label) => label.id !== id);
    if (isOn && others.length < before.length) return;
    const labels = isOn ? [...others, { id, name, color }].sort(byName) : others;
    setSets((now) => new Map(now).set(ticket.id, labels));
    try {
      await changeTicket(client, ticket, { labels: labels.map((entry) => entry.id) }, { labels });
    } catch (error) {
      setSets((now) => new Map(now).set(ticket.id, before));
      if (isSecond || !(error instanceof KwitError && error.code === 'precondition_failed')) throw error;
      await client.fetchQuery({ ...ticketQuery(ticket.number), staleTime: 0 });
      await put(ticket, { id, name, color }, isOn, true);
    }
  };
  const toggle = (label: TicketLabel) => {
    const isOn = have(label) < tickets.length;
    for (const ticket of tickets)
      put(ticket, label, isOn)
        .catch((error) => toastRefusal(error, `#${ticket.number}`))
        .finally(() => client.invalidateQueries({ queryKey: labelsQuery.queryKey }));
  };
  const make = async (name: string) => {
    try {
      const label = await addLabel({ name });
      client.setQueryData(labelsQuery.queryKey, [...all, label].sort(byName));
      toggle(label);
    } catch (error) {
      toastRefusal(error);
    }
  };

  const offered = all.filter(
    (label) =>
      have(label) > 0 ||
      (!label.archived &&
        tickets.every((candidate) => label.project_id === null || label.project_id === candidate.project_id)),
  );
  const typed = text.trim();
  const isNew = typed !== '' && !/[,|]/.test(typed) && !all.some(({ name }) => foldText(name) === foldText(typed));
  const entries = offered.map((label): Entry => {
    const count = have(label);
    return {
      id: label.id,
      name: label.name,
      shown: (
        <>
          <LabelSign color={label.color} />
          <span className="min-w-0 flex-1 truncate">{label.name}</span>
          {count > 0 && count < tickets.length && (
            <span className="text-xs text-muted tabular-nums">{`${count}/${tickets.length}`}</span>
          )}
          {count === tickets.length && (
            <>
              <span className="sr-only">{t('labels.isOn')}</span>
              <Icon name="check" className="text-accent" />
            </>
          )}
        </>
      ),
      onSelect: () => toggle(label),
    };
  });
  const name = t('labels.make', { name: typed });
  const making: Entry = { id: 'new', name, found: true, onSelect: () => make(typed) };
  return (
    <Dialog onClose={onClose} title={t('field.labels')} hideTitle>
      <CommandList
        label={t('field.labels')}
        placeholder={t('labels.type')}
        empty={t('labels.none')}
        groups={[{ entries: isNew ? [...entries, making] : entries }]}
        onSearch={setText}
      />
    </Dialog>
  );
}
