import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSection, RowButton } from '../../../administration/list-section.tsx';
import { PersonSearch } from '../../../administration/person-search.tsx';
import {
  addTeam,
  putMember,
  removeTeam,
  renameTeam,
  type Team,
  takeMemberOut,
  teamsQuery,
} from '../../../backend/access.ts';
import { KwitError } from '../../../backend/client.ts';
import { Avatar } from '../../../design/avatar.tsx';
import { Button, IconButton } from '../../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../design/dialog.tsx';
import { Switch } from '../../../design/field.tsx';
import { Form, NotReady, Problem, useAttempt } from '../../../design/form.tsx';
import { Confirm, InputField } from '../../../design/form-dialog.tsx';
import { useMe } from '../../../session/me.ts';
import { t } from '../../../texts/texts.ts';

/** The teams, whose people may share a project that nobody else sees. */
export function Teams() {
  const teams = useQuery(teamsQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<string>();
  const [deleting, setDeleting] = useState<Team>();
  const refresh = () => client.invalidateQueries({ queryKey: ['teams'] });
  return (
    <ListSection
      title={t('admin.teams')}
      query={teams}
      add={t('access.newTeam')}
      onAdd={() => setEdited('new')}
      empty={t('access.noTeams')}
      row={(team) => (
        <TeamRow key={team.id} team={team} onEdit={() => setEdited(team.id)} onDelete={() => setDeleting(team)} />
      )}
    >
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
            await removeTeam(deleting.id).catch(nameProjects);
            refresh();
          }}
        />
      )}
    </ListSection>
  );
}

/** Names the projects that keep a team from being deleted. */
function nameProjects(error: unknown): never {
  const projects = error instanceof KwitError && error.code === 'team_in_use' ? (error.body?.projects ?? []) : [];
  throw projects.length > 0 ? new NotReady(t('access.teamIn', { names: projects.join(', ') })) : error;
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
      <RowButton icon="edit" act={t('action.edit')} name={team.name} onClick={onEdit} />
      <RowButton icon="trash" act={t('action.delete')} name={team.name} onClick={onDelete} />
    </li>
  );
}

interface TeamDialogProps {
  /** Undefined for a new one. */
  team: Team | undefined;
  onChange: () => Promise<void>;
  /** Called with the id of the team that was just made: its people can be added then. */
  onMade: (id: string) => void;
  onClose: () => void;
}

/** A team's name and its people. Who is put in or out is stored at once. */
function TeamDialog({ team, onChange, onMade, onClose }: TeamDialogProps) {
  const me = useMe();
  const [name, setName] = useState(team?.name ?? '');
  const leads = (team?.members ?? []).filter(({ is_lead }) => is_lead);
  const mayChange = leads.length === 0 || leads.some(({ user_id }) => user_id === me.id);
  const { attempt, busy, error, problem } = useAttempt(async (change: () => Promise<unknown>) => {
    try {
      await change();
    } finally {
      await onChange();
    }
  });
  const submit = () =>
    attempt(async () => {
      if (!team) {
        const { id } = await addTeam(name.trim());
        // The dialog of the new team begins with its name, so the list has to have it.
        await onChange();
        onMade(id);
      } else {
        if (name.trim() !== team.name) await renameTeam(team.id, name.trim());
        onClose();
      }
    });
  return (
    <Dialog onClose={onClose} title={team ? t('access.title', { name: team.name }) : t('access.newTeam')}>
      <Form onSubmit={submit} className="contents" refused={error}>
        <DialogBody>
          {!mayChange && (
            <p className="text-sm text-muted">
              {t('access.notLead', { names: leads.map((lead) => lead.name).join(', ') })}
            </p>
          )}
          {team && leads.length === 0 && <p className="text-sm text-muted">{t('access.noLead')}</p>}
          <InputField
            name="name"
            label={t('access.rename')}
            required
            minLength={2}
            longest={60}
            disabled={!mayChange}
            value={name}
            onChange={setName}
          />
          {team && <Members team={team} mayChange={mayChange} attempt={attempt} />}
          <Problem text={problem} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.close')}
          </Button>
          {mayChange && (
            <Button type="submit" look="primary" busy={busy} disabled={name.trim().length < 2}>
              {t('action.save')}
            </Button>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

interface MembersProps {
  team: Team;
  mayChange: boolean;
  attempt: (change: () => Promise<unknown>) => Promise<void>;
}

function Members({ team, mayChange, attempt }: MembersProps) {
  const members = team.members ?? [];
  return (
    <section aria-label={t('access.members')} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{t('access.members')}</h3>
      <ul>
        {members.map(({ user_id, name, role, is_lead }) => (
          <li key={user_id} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <Avatar name={name} size={24} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {role === 'developer' && (
              <Switch
                label={
                  <>
                    <span className="sr-only">{name}: </span>
                    {t('access.asLead')}
                  </>
                }
                checked={is_lead}
                disabled={!mayChange}
                onChange={(next) => attempt(() => putMember(team.id, user_id, next))}
              />
            )}
            {mayChange && (
              <IconButton
                icon="close"
                small
                label={t('access.removeTeam', { name })}
                onClick={() => attempt(() => takeMemberOut(team.id, user_id))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <PersonSearch
          label={t('access.addPerson')}
          without={members.map(({ user_id }) => user_id)}
          onChoose={({ id }) => attempt(() => putMember(team.id, id, false))}
        />
      )}
    </section>
  );
}
