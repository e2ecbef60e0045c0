import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createTask, type DevTask, tasksQuery } from '../../backend/tasks.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Ago } from '../../design/ago.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { CheckBox, Input } from '../../design/field.tsx';
import { Form, useAct } from '../../design/form.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx';
import { type MatchingTickets, useMatchingTickets } from '../../tickets/filtering/found-tickets.ts';
import type { TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';
import { useTaskChanges } from './task-changes.ts';
import { TaskRows } from './task-rows.tsx';

const QUEUE_SHOWN = 20;
const ANSWERS_SHOWN = 20;
/** Whose reporter has written again. Waiting, such a ticket's task is done, though somebody waits for its owner. */
const AWAITING: TicketSearch = { awaiting: '1', assignee: 'me' };
/** Tickets without an assignee. */
const QUEUE: TicketSearch = { status: 'submitted,verified', assignee: 'none' };

export function TodoPage() {
  const tasks = useQuery(tasksQuery);
  const queue = useMatchingTickets(QUEUE, QUEUE_SHOWN, { sort: 'priority' });
  const awaiting = useMatchingTickets(AWAITING, ANSWERS_SHOWN, { sort: 'awaiting_reply_since', order: 'asc' });
  const { data } = tasks;
  const hasAsked = awaiting.tickets !== undefined || awaiting.error !== null;
  const unanswered = new Set(awaiting.tickets?.map(({ id }) => id));
  const active = new Set(data?.active.map((task) => task.ticket_id));
  // Tickets whose reporters wait for the user, who has no open task for them.
  const toAnswer = data ? (awaiting.tickets?.filter(({ id }) => !active.has(id)) ?? []) : [];
  const done = data?.done.filter((task) => task.ticket_id === null || !unanswered.has(task.ticket_id)) ?? [];
  return (
    <WithPeek>
      <PageHeader title={t('nav.todo')} count={data ? String(data.active.length + toAnswer.length) : undefined} />
      <div className="mx-auto grid w-full max-w-6xl grid-cols-1 items-start gap-5 p-4 md:p-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-5">
          <Section title={t('todo.mine')}>
            <NewTask />
            {!tasks.data && <Pending query={tasks} />}
            {data?.active.length === 0 && <Empty text={t('todo.empty')} />}
            {data && <TaskRows tasks={data.active} />}
          </Section>
          {/* Below the tasks, which do not move when somebody writes. */}
          {toAnswer.length > 0 && (
            <Section title={t('home.awaitingMe')} count={toAnswer.length}>
              <SlimRows tickets={toAnswer} />
            </Section>
          )}
          {hasAsked && done.length > 0 && <DoneTasks tasks={done} />}
        </div>
        {/* Waits for the tasks: on a phone it is below them, and would move when they load. */}
        {queue.tickets && !tasks.isPending && hasAsked && <Queue found={queue} />}
      </div>
    </WithPeek>
  );
}

function SlimRows({ tickets }: { tickets: TicketSummary[] }) {
  const { open } = usePeek();
  return tickets.map((ticket) => (
    <TicketListItem key={ticket.id} ticket={ticket} onOpen={() => open(ticket.number)} slim />
  ));
}

/** Unassigned tickets, the most pressing first. */
function Queue({ found: { tickets = [], total } }: { found: MatchingTickets }) {
  return (
    <Section
      title={t('todo.queue')}
      count={total}
      aside={
        <Link to="/tickets" search={QUEUE} className={buttonClass('quiet', true)}>
          {t('home.all')}
        </Link>
      }
    >
      {total === 0 && <Empty text={t('todo.queueEmpty')} />}
      <SlimRows tickets={tickets} />
    </Section>
  );
}

function DoneTasks({ tasks }: { tasks: DevTask[] }) {
  const { setStatus } = useTaskChanges();
  return (
    <Section title={t('todo.doneTitle')} count={tasks.length}>
      <ul>
        {tasks.map((task) => (
          <li
            key={task.id}
            className="flex min-h-11 items-center gap-3 border-b border-line px-3 last:border-b-0 md:px-5"
          >
            <CheckBox
              checked
              onChange={() => setStatus(task, 'todo')}
              aria-label={t('todo.reopen', { title: task.title })}
            />
            <span className="min-w-0 flex-1 truncate text-sm text-muted line-through">{task.title}</span>
            <Ago at={task.updated_at} className="text-xs text-muted" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const SHORTEST = 3;

function NewTask() {
  const [title, setTitle, clear] = useDraft(`task.${useMe().id}`, '');
  const { act: add, busy } = useAct(async () => {
    if (title.trim().length < SHORTEST) return;
    await createTask({ title: title.trim() });
    clear();
  }, ['tasks']);
  return (
    <Form onSubmit={add} className="flex gap-2 border-b border-line p-3 md:px-5">
      <Input
        data-reach="new-task"
        aria-label={t('todo.new')}
        placeholder={t('todo.new')}
        longest={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        className="h-9"
      />
      <Button type="submit" look="primary" icon="plus" busy={busy} disabled={title.trim().length < SHORTEST}>
        {t('todo.add')}
      </Button>
    </Form>
  );
}
