import { useQuery } from '@tanstack/react-query';
import { accessQuery } from '../../backend/access.ts';
import { developersQuery } from '../../backend/people.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import type { TicketDetail, TicketSummary } from '../../backend/tickets.ts';
import { Avatar } from '../../design/avatar.tsx';
import { Menu, MenuRadio, MenuRadioGroup } from '../../design/menu.tsx';
import { useMe } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { t } from '../../texts/texts.ts';
import { useChangeTicket } from './change.ts';

const NOBODY = 'none';

/** The developers, the signed-in one first. */
export function useDevelopers(enabled = true) {
  const me = useMe();
  const developers = useQuery({ ...developersQuery, enabled: enabled && me.role === 'developer' }).data ?? [];
  return developers.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id) || a.name.localeCompare(b.name));
}

/** The developers to whom all of the tickets can be given: of a sealed or restricted one, only those who see it without that. */
export function useAssignable(tickets: readonly TicketSummary[], enabled: boolean) {
  const developers = useDevelopers(enabled);
  const projects = useQuery({ ...everyProjectQuery, enabled }).data ?? [];
  const sealed = new Set(projects.filter((project) => project.sealed).map(({ id }) => id));
  const apart = tickets.filter(({ restricted, project_id }) => restricted || sealed.has(project_id ?? ''));
  const access = useQuery({
    queryKey: ['access', 'all', ...apart.map(({ number, version }) => `${number} ${version}`)],
    queryFn: ({ client }) => Promise.all(apart.map((ticket) => client.fetchQuery(accessQuery(ticket)))),
    enabled: enabled && apart.length > 0,
    staleTime: 60_000,
    retry: false,
  }).data;
  if (apart.length === 0) return developers;
  const seers = (access ?? []).map(
    (rows) => new Set(rows.filter(({ standing }) => standing !== 'reporter').map(({ user_id }) => user_id)),
  );
  return developers.filter(({ id }) => access !== undefined && seers.every((those) => those.has(id)));
}

interface AssigneeMenuProps {
  ticket: TicketDetail;
  className: string;
  plainClassName: string;
}

export function AssigneeMenu({ ticket, className, plainClassName }: AssigneeMenuProps) {
  const change = useChangeTicket();
  const developers = useAssignable([ticket], ticket.can.assign);
  const nameOf = usePersonName();
  const shown = ticket.assignee_id ? (
    <>
      <Avatar name={ticket.assignee_name} size={20} />
      <span className="line-clamp-2 text-left">{nameOf(ticket.assignee_id, ticket.assignee_name)}</span>
    </>
  ) : (
    <span className="text-muted">{t('assignee.none')}</span>
  );
  if (!ticket.can.assign) return <span className={plainClassName}>{shown}</span>;
  const pick = (id: string) => {
    const person = developers.find((one) => one.id === id);
    change(
      ticket,
      { assignee_id: person?.id ?? null },
      { assignee_name: person?.name ?? null, assignee_email: person?.email ?? null },
    );
  };
  return (
    <Menu
      label={t('field.assignee')}
      trigger={
        <button type="button" className={className}>
          <span className="sr-only">{t('field.assignee')}: </span>
          {shown}
        </button>
      }
    >
      <MenuRadioGroup value={ticket.assignee_id ?? NOBODY} onPick={pick}>
        <MenuRadio value={NOBODY}>{t('assignee.none')}</MenuRadio>
        {developers.map((person) => (
          <MenuRadio key={person.id} value={person.id}>
            <Avatar name={person.name} url={person.avatar_url} size={20} />
            <span className="truncate">{person.name}</span>
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
