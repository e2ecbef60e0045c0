import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeTeam, type Team, teamsQuery } from '../../../backend/access.ts';
import { KwitError } from '../../../backend/client.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { Confirm } from '../../../design/confirm.tsx';
import { Empty, LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { Section } from '../../../design/page.tsx';
import { toast } from '../../../design/toast.tsx';
import { t } from '../../../texts/texts.ts';
import { TeamDialog } from './team-dialog.tsx';

/** The teams, whose people may share a project that nobody else sees. */
export function Teams() {
  const teams = useQuery(teamsQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<string>();
  const [deleting, setDeleting] = useState<Team>();
  const refresh = () => client.invalidateQueries({ queryKey: ['teams'] });
  const isEmpty = teams.data?.length === 0;
  const add = (
    <Button small icon="plus" onClick={() => setEdited('new')}>
      {t('access.newTeam')}
    </Button>
  );
  return (
    <Section title={t('admin.teams')} count={teams.data?.length} aside={!isEmpty && add}>
      {teams.error && !teams.data && <LoadFailed error={teams.error} onRetry={() => teams.refetch()} />}
      {teams.isPending && <Skeleton />}
      {isEmpty && <Empty text={t('access.noTeams')} action={add} />}
      <ul>
        {teams.data?.map((team) => (
          <TeamRow key={team.id} team={team} onEdit={() => setEdited(team.id)} onDelete={() => setDeleting(team)} />
        ))}
      </ul>
      {edited && (
        <TeamDialog
          key={edited}
          team={teams.data?.find(({ id }) => id === edited)}
          onChange={refresh}
          onMade={setEdited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleting && (
        <Confirm
          title={t('access.teamDelete', { name: deleting.name })}
          effect={t('access.teamDeleteEffect')}
          action={t('action.delete')}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await removeTeam(deleting.id).catch(tellProjects);
            refresh();
          }}
        />
      )}
    </Section>
  );
}

/** Names the projects that keep a team from being deleted. */
function tellProjects(error: unknown): never {
  const projects = error instanceof KwitError && error.code === 'team_in_use' ? (error.body?.projects ?? []) : [];
  if (projects.length > 0) toast({ tone: 'refused', text: t('access.teamIn', { names: projects.join(', ') }) });
  throw error;
}

function TeamRow({ team, onEdit, onDelete }: { team: Team; onEdit: () => void; onDelete: () => void }) {
  const members = team.members ?? [];
  const leads = members.filter(({ is_lead }) => is_lead).map(({ name }) => name);
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{team.name}</span>
        <span className="block truncate text-sm text-muted">
          {t('access.member', { count: members.length })}
          {leads.length > 0 && ` · ${t('access.lead')}: ${leads.join(', ')}`}
        </span>
      </span>
      <IconButton icon="edit" small label={`${t('action.edit')}: ${team.name}`} onClick={onEdit} />
      <IconButton icon="trash" small label={`${t('action.delete')}: ${team.name}`} onClick={onDelete} />
    </li>
  );
}
