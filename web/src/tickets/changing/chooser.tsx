import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Shown } from '../../backend/change-ticket.ts'
import { projectsQuery } from '../../backend/projects.ts'
import { CATEGORIES, PRIORITIES, STATUSES, type TicketChanges, type TicketSummary } from '../../backend/tickets.ts'
import { Avatar } from '../../design/avatar.tsx'
import { CommandList } from '../../design/command-list.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import { t } from '../../texts/texts.ts'
import { ProjectSign, shownOf } from '../showing/project-name.tsx'
import { PrioritySign, StatusSign } from '../showing/status.tsx'
import { useDevelopers } from './assignee-menu.tsx'
import { useBulkChange } from './bulk-change.ts'
import { type Choosing, chosen } from './choosing-request.ts'

interface Answer {
  id: string
  name: string
  shown: ReactNode
  changes: TicketChanges
  shownWith?: Shown
}

function useAnswers({ question }: Choosing): Answer[] {
  const developers = useDevelopers(question === 'assignee')
  const projects = useQuery({ ...projectsQuery, enabled: question === 'project' }).data ?? []
  if (question === 'status') {
    return STATUSES.map((status) => ({
      id: status,
      name: t(`status.${status}`),
      shown: <StatusSign status={status} />,
      changes: { status },
    }))
  }
  if (question === 'priority') {
    return PRIORITIES.map((priority) => ({
      id: priority,
      name: t(`priority.${priority}`),
      shown: <PrioritySign priority={priority} />,
      changes: { priority },
    }))
  }
  if (question === 'category') {
    return CATEGORIES.map((category) => ({
      id: category,
      name: t(`category.${category}`),
      shown: null,
      changes: { category },
    }))
  }
  if (question === 'project') {
    return [
      {
        id: 'none',
        name: t('field.noProject'),
        shown: null,
        changes: { project_id: null },
        shownWith: shownOf(undefined),
      },
      ...projects.map((project) => ({
        id: project.id,
        name: project.name,
        shown: <ProjectSign color={project.color} icon={project.icon_url} />,
        changes: { project_id: project.id },
        shownWith: shownOf(project),
      })),
    ]
  }
  return [
    ...developers.map((person) => ({
      id: person.id,
      name: person.name,
      shown: <Avatar name={person.name} url={person.avatar_url} size={20} />,
      changes: { assignee_id: person.id },
      shownWith: { assignee_name: person.name, assignee_email: person.email },
    })),
    {
      id: 'none',
      name: t('assignee.none'),
      shown: null,
      changes: { assignee_id: null },
      shownWith: { assignee_name: null },
    },
  ]
}

/** Whether all of the tickets have these values already. */
const isAnswered = (tickets: readonly TicketSummary[], changes: TicketChanges): boolean =>
  Object.entries(changes).every(([key, value]) =>
    tickets.every((ticket) => ticket[key as keyof TicketSummary] === value),
  )

export function Chooser({ choosing }: { choosing: Choosing }) {
  const answers = useAnswers(choosing)
  const changeAll = useBulkChange()
  const title = t(`choose.${choosing.question}`)
  return (
    <Dialog open onClose={chosen} title={title} hideTitle>
      <CommandList
        label={title}
        placeholder={title}
        empty={t('palette.nothing')}
        groups={[
          {
            entries: answers.map(({ id, name, shown, changes, shownWith }) => ({
              id,
              name,
              shown: (
                <>
                  {shown}
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {isAnswered(choosing.tickets, changes) && <Icon name="check" className="text-accent" />}
                </>
              ),
              onSelect: () => {
                chosen()
                changeAll(choosing.tickets, changes, shownWith)
              },
            })),
          },
        ]}
      />
    </Dialog>
  )
}
