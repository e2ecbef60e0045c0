import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { teamNamesQuery } from '../../backend/access.ts';
import { everyProjectQuery, projectsQuery } from '../../backend/projects.ts';
import {
  CATEGORIES,
  type Category,
  PRIORITIES,
  type Priority,
  type TicketChanges,
  type TicketDetail,
} from '../../backend/tickets.ts';
import { Ago } from '../../design/ago.tsx';
import { Avatar } from '../../design/avatar.tsx';
import { classes } from '../../design/class-names.ts';
import { Menu, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { t } from '../../texts/texts.ts';
import { useAssignable } from '../../tickets/changing/assignable.ts';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { askToChoose } from '../../tickets/changing/dialog-requests.ts';
import { LabelTags } from '../../tickets/showing/label-tags.tsx';
import { ProjectName, shownOf } from '../../tickets/showing/project-name.tsx';
import { PrioritySign } from '../../tickets/showing/status.tsx';
import { FieldRows } from './field-rows.tsx';
import { Estimate, PlannedDate } from './plan-fields.tsx';
import { DetailRow } from './row.tsx';
import { SeenBy } from './seen-by.tsx';

const VALUE = 'flex min-h-8 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-sm max-md:min-h-11';
const BUTTON = classes(VALUE, 'hover:bg-hover');

export function Details({ ticket, compact }: { ticket: TicketDetail; compact?: boolean }) {
  const nameOf = usePersonName();
  const change = useChangeTicket();
  const developer = useIsDeveloper();
  const edit = (changes: TicketChanges) => change(ticket, changes);
  return (
    <dl
      className={
        compact
          ? 'stacked grid grid-cols-2 gap-x-3 gap-y-2 rounded-xl border-line p-3 sm:grid-cols-3 sm:border'
          : 'flex flex-col gap-3'
      }
    >
      <AssigneeRow ticket={ticket} />
      {(ticket.can.plan || ticket.planned_date) && (
        <DetailRow label={t('field.planned_date')}>
          <PlannedDate ticket={ticket} className={VALUE} onSave={(planned_date) => edit({ planned_date })} />
        </DetailRow>
      )}
      {developer && (
        <WordRow
          label={t('field.priority')}
          value={ticket.priority}
          words={PRIORITIES}
          canEdit={ticket.can.plan}
          onPick={(priority: Priority) => edit({ priority })}
          show={(priority) => <PrioritySign priority={priority} named />}
        />
      )}
      {developer && (
        <WordRow
          label={t('field.urgency_reporter')}
          value={ticket.urgency_reporter}
          words={PRIORITIES}
          canEdit={ticket.can.edit}
          onPick={(urgency_reporter: Priority) => edit({ urgency_reporter })}
          show={(urgency) => t(`urgency.${urgency}`)}
        />
      )}
      <WordRow
        label={t('field.category')}
        value={ticket.category}
        words={CATEGORIES}
        canEdit={ticket.can.edit}
        onPick={(category: Category) => edit({ category })}
        show={(category) => t(`category.${category}`)}
      />
      <ProjectRow ticket={ticket} />
      <LabelRow ticket={ticket} />
      <TeamRow ticket={ticket} onPick={(team_id) => edit({ team_id })} />
      {(ticket.can.plan || ticket.estimated_hours !== null) && (
        <DetailRow label={t('field.estimated_hours')}>
          <Estimate ticket={ticket} className={VALUE} onSave={(estimated_hours) => edit({ estimated_hours })} />
        </DetailRow>
      )}
      <FieldRows ticket={ticket} className={VALUE} />
      <DetailRow label={t('field.reporter')}>
        <span className={VALUE} title={ticket.reporter_email ?? undefined}>
          <Avatar name={ticket.reporter_name} size={20} />
          <span className="line-clamp-2 text-left">{nameOf(ticket.reporter_id, ticket.reporter_name)}</span>
        </span>
      </DetailRow>
      <SeenBy ticket={ticket} />
      <DetailRow label={t('field.created_at')}>
        <Ago at={ticket.created_at} className={VALUE} />
      </DetailRow>
    </dl>
  );
}

/** Nothing for who does not read internals. */
function LabelRow({ ticket }: { ticket: TicketDetail }) {
  const { labels } = ticket;
  if (labels === undefined || (labels.length === 0 && !ticket.can.plan)) return null;
  const shown =
    labels.length > 0 ? (
      <LabelTags labels={labels} most={10} wraps />
    ) : (
      <span className="text-muted">{t('field.none')}</span>
    );
  return (
    <DetailRow label={t('field.labels')}>
      {ticket.can.plan ? (
        <button type="button" className={BUTTON} onClick={() => askToChoose('labels', [ticket])}>
          <span className="sr-only">{t('field.labels')}: </span>
          {shown}
        </button>
      ) : (
        <span className={VALUE}>{shown}</span>
      )}
    </DetailRow>
  );
}

interface WordRowProps<W extends string> {
  label: string;
  value: W;
  words: readonly W[];
  canEdit: boolean;
  onPick: (word: W) => void;
  show: (word: W) => ReactNode;
  /** The content of the row, where the menu shows the value in another way. */
  shown?: ReactNode;
}

/** A value that is one of several words, with a menu of them for users who may change it. */
function WordRow<W extends string>({ label, value, words, canEdit, onPick, show, shown }: WordRowProps<W>) {
  if (!canEdit)
    return (
      <DetailRow label={label}>
        <span className={VALUE}>{shown ?? show(value)}</span>
      </DetailRow>
    );
  return (
    <DetailRow label={label}>
      <Menu
        label={label}
        trigger={
          <button type="button" className={BUTTON}>
            <span className="sr-only">{label}: </span>
            {shown ?? show(value)}
          </button>
        }
      >
        <MenuRadioGroup value={value} onPick={(word: W) => word !== value && onPick(word)}>
          {words.map((word) => (
            <MenuRadio key={word} value={word}>
              {show(word)}
            </MenuRadio>
          ))}
        </MenuRadioGroup>
      </Menu>
    </DetailRow>
  );
}

/** The word for none of the people, teams or projects. */
const NONE = 'none';

export function AssigneeRow({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket();
  const developers = useAssignable([ticket], ticket.can.assign);
  const nameOf = usePersonName();
  const personOf = (id: string) => developers.find((developer) => developer.id === id);
  const show = (id: string) => {
    const person = personOf(id);
    if (!person) return t('assignee.none');
    return (
      <>
        <Avatar name={person.name} url={person.avatar_url} size={20} />
        <span className="truncate">{person.name}</span>
      </>
    );
  };
  return (
    <WordRow
      label={t('field.assignee')}
      value={ticket.assignee_id ?? NONE}
      words={[NONE, ...developers.map(({ id }) => id)]}
      canEdit={ticket.can.assign}
      onPick={(id: string) => {
        const { name = null, email = null } = personOf(id) ?? {};
        change(ticket, { assignee_id: id === NONE ? null : id }, { assignee_name: name, assignee_email: email });
      }}
      show={show}
      shown={
        ticket.assignee_id ? (
          <>
            <Avatar name={ticket.assignee_name} size={20} />
            <span className="line-clamp-2 text-left">{nameOf(ticket.assignee_id, ticket.assignee_name)}</span>
          </>
        ) : (
          <span className="text-muted">{t('assignee.none')}</span>
        )
      }
    />
  );
}

/** The team that a ticket was given to; in a sealed project only one of its teams. Nothing where there are no teams. */
function TeamRow({ ticket, onPick }: { ticket: TicketDetail; onPick: (id: string | null) => void }) {
  const isDeveloper = useIsDeveloper();
  const all = useQuery({ ...teamNamesQuery, enabled: isDeveloper || ticket.team_id !== null }).data ?? [];
  const project = useQuery(projectsQuery).data?.find(({ id }) => id === ticket.project_id);
  const teams = project?.sealed
    ? all.filter(({ id }) => project.teams.some((candidate) => candidate.team_id === id))
    : all;
  if (teams.length === 0 && ticket.team_id === null) return null;
  const nameOf = (id: string) => all.find((team) => team.id === id)?.name ?? t('field.noTeam');
  return (
    <WordRow
      label={t('field.team')}
      value={ticket.team_id ?? NONE}
      words={[NONE, ...teams.map(({ id }) => id)]}
      canEdit={ticket.can.plan}
      onPick={(id: string) => onPick(id === NONE ? null : id)}
      show={(id) => (id === NONE ? <span className="text-muted">{t('field.noTeam')}</span> : nameOf(id))}
    />
  );
}

function ProjectRow({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket();
  const projects = useQuery({ ...everyProjectQuery, enabled: ticket.can.edit }).data ?? [];
  const projectOf = (id: string) => projects.find((project) => project.id === id);
  const show = (id: string) => {
    const { project_name: name, project_color: color = null, project_icon_url: icon = null } = shownOf(projectOf(id));
    return name ? <ProjectName name={name} color={color} icon={icon} /> : t('field.noProject');
  };
  return (
    <WordRow
      label={t('field.project')}
      value={ticket.project_id ?? NONE}
      words={[NONE, ...projects.map(({ id }) => id)]}
      canEdit={ticket.can.edit}
      onPick={(id: string) => change(ticket, { project_id: id === NONE ? null : id }, shownOf(projectOf(id)))}
      show={show}
      shown={
        ticket.project_name ? (
          <ProjectName name={ticket.project_name} color={ticket.project_color} icon={ticket.project_icon_url} />
        ) : (
          <span className="text-muted">{t('field.noProject')}</span>
        )
      }
    />
  );
}
