import { useQuery } from '@tanstack/react-query'
import { tasksQuery } from '../../backend/tasks.ts'
import { type Board, boardQuery, type Ticket } from '../../backend/tickets.ts'
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx'
import { PageHeader, Section } from '../../design/page.tsx'
import { t } from '../../texts/texts.ts'
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx'
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx'
import { DoneTasks } from './done-tasks.tsx'
import { NewTask } from './new-task.tsx'
import { TaskRows } from './task-rows.tsx'

export function TodoPage() {
  const tasks = useQuery(tasksQuery)
  const board = useQuery(boardQuery).data
  const { data } = tasks
  return (
    <WithPeek>
      <PageHeader title={t('nav.todo')} count={data ? String(data.active.length) : undefined} />
      <div className="mx-auto grid w-full max-w-6xl grid-cols-1 items-start gap-5 p-4 md:p-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-5">
          <Section title={t('todo.mine')}>
            <NewTask />
            {tasks.error && !data && <LoadFailed error={tasks.error} onRetry={() => tasks.refetch()} />}
            {tasks.isPending && <Skeleton />}
            {data?.active.length === 0 && <Empty icon="check" text={t('todo.empty')} />}
            {data && <TaskRows tasks={data.active} />}
          </Section>
          {data && data.done.length > 0 && <DoneTasks tasks={data.done} />}
        </div>
        {/* Waits for the tasks: on a phone it is below them, and would move when they load. */}
        {board && !tasks.isPending && <Queue board={board} />}
      </div>
    </WithPeek>
  )
}

const QUEUE = 20
const rank: Record<Ticket['priority'], number> = { critical: 0, high: 1, normal: 2, low: 3 }

/** Tickets without an assignee, the most pressing first. */
function Queue({ board }: { board: Board }) {
  const { open } = usePeek()
  const free = [...board.submitted, ...board.verified]
    .filter((ticket) => !ticket.assignee_id)
    .sort((a, b) => rank[a.priority] - rank[b.priority] || a.number - b.number)
  return (
    <Section title={t('todo.queue')} count={free.length}>
      {free.length === 0 && <Empty icon="check" text={t('todo.queueEmpty')} />}
      {free.slice(0, QUEUE).map((ticket) => (
        <TicketListItem key={ticket.id} ticket={ticket} onOpen={() => open(ticket.number)} slim />
      ))}
    </Section>
  )
}
