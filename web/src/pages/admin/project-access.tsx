import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAIL_SUBJECTS, PROJECT_REPORTS, TEAM_LEVELS } from '../../../../contract/words.ts';
import { teamsQuery } from '../../backend/access.ts';
import { changeProject, deleteProject, type Project } from '../../backend/projects.ts';
import { IconButton } from '../../design/button.tsx';
import { Switch } from '../../design/field.tsx';
import { Problem } from '../../design/form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SelectField } from '../../design/form-fields.tsx';
import { Select } from '../../design/select.tsx';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { RevealNote } from '../../tickets/seeing/reveal-note.tsx';
import { useRevealing } from '../../tickets/seeing/use-revealing.ts';

type ProjectTeam = Project['teams'][number];

const REPORTS = { everyone: 'access.everyoneReports', teams: 'access.reportsTeams' } as const;
const SUBJECTS = { title: 'access.mailTitle', number: 'access.mailNumber' } as const;
const LEVELS = { work: 'access.levelWork', read: 'access.levelRead' } as const;

interface ProjectAccessProps {
  project: Project;
  onClose: () => void;
  onSaved: () => void;
}

/** Who sees a project: everybody in development, or only the people of some teams. */
export function ProjectAccess({ project, onClose, onSaved }: ProjectAccessProps) {
  const [access, setAccess] = useState(() => {
    const { sealed, reports, teams, mail_subject } = project;
    return { sealed, reports, teams, mail_subject };
  });
  const { send, forget, reveal, problem, busy } = useRevealing(async (confirm) => {
    await changeProject(project.id, { ...access, ...(confirm ? { confirm } : {}) });
    onSaved();
    onClose();
  });
  const set = (change: Partial<typeof access>) => {
    setAccess((before) => ({ ...before, ...change }));
    forget();
  };
  const { taken_over } = project;
  return (
    <FormDialog
      onClose={onClose}
      title={t('access.projectTitle', { name: project.name })}
      look={reveal ? 'danger' : 'primary'}
      busy={busy}
      submit={reveal ? t('access.allTheSame') : t('action.save')}
      onSubmit={send}
    >
      {taken_over && (
        <p className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
          {t('access.takenOver', { name: taken_over.name, when: ago(taken_over.at), reason: taken_over.reason })}
        </p>
      )}
      <Switch
        label={t('access.sealed')}
        hint={access.sealed ? t('access.sealedHint') : t('access.open')}
        checked={access.sealed}
        onChange={(sealed) => set({ sealed })}
      />
      <ProjectTeams teams={access.teams} onChange={(teams) => set({ teams })} />
      {access.sealed && (
        <>
          <SelectField
            label={t('access.reports')}
            value={access.reports}
            onChoose={(reports) => set({ reports })}
            choices={PROJECT_REPORTS.map((value) => ({ value, label: t(REPORTS[value]) }))}
          />
          <SelectField
            label={t('access.mailSubject')}
            value={access.mail_subject}
            onChoose={(mail_subject) => set({ mail_subject })}
            choices={MAIL_SUBJECTS.map((value) => ({ value, label: t(SUBJECTS[value]) }))}
          />
        </>
      )}
      {reveal && <RevealNote {...reveal} />}
      <Problem text={problem} />
    </FormDialog>
  );
}

interface ProjectTeamsProps {
  teams: readonly ProjectTeam[];
  onChange: (teams: ProjectTeam[]) => void;
}

function ProjectTeams({ teams, onChange }: ProjectTeamsProps) {
  const all = useQuery(teamsQuery).data ?? [];
  const nameOf = (id: string) => all.find((team) => team.id === id)?.name ?? '';
  const others = all.filter(({ id }) => !teams.some(({ team_id }) => team_id === id));
  return (
    <section aria-label={t('access.teamsOf')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('access.teamsOf')}</h3>
      {all.length === 0 && (
        <p className="text-sm text-muted">
          {t('access.noTeams')}{' '}
          <Link to="/admin/$section" params={{ section: 'teams' }} className="text-accent-strong underline">
            {t('access.newTeam')}
          </Link>
        </p>
      )}
      {teams.map(({ team_id, level }) => (
        <div key={team_id} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">{nameOf(team_id)}</span>
          <Select
            label={`${t('access.byHand')}: ${nameOf(team_id)}`}
            className="w-36!"
            value={level}
            onChoose={(next) =>
              onChange(teams.map((one) => (one.team_id === team_id ? { team_id, level: next } : one)))
            }
            choices={TEAM_LEVELS.map((value) => ({ value, label: t(LEVELS[value]) }))}
          />
          <IconButton
            icon="close"
            small
            label={t('access.removeTeam', { name: nameOf(team_id) })}
            onClick={() => onChange(teams.filter((one) => one.team_id !== team_id))}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          label={t('access.notReader')}
          value=""
          onChoose={(id) => onChange([...teams, { team_id: id, level: 'work' }])}
          choices={[
            { value: '', label: t('access.notReader') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </section>
  );
}

interface ProjectDeletionProps {
  project: Project;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a project. Tickets of a sealed one become open, so who gains sight of them is said before it happens. */
export function ProjectDeletion({ project, onClose, onDeleted }: ProjectDeletionProps) {
  const { send, reveal, problem, busy } = useRevealing(async (confirm) => {
    await deleteProject(project.id, confirm);
    onDeleted();
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('project.delete', { name: project.name })}
      look="danger"
      busy={busy}
      submit={t(reveal ? 'access.allTheSame' : 'action.delete')}
      onSubmit={send}
    >
      <p>{t('project.deleteEffect', { count: project.open_tickets })}</p>
      {reveal && <RevealNote {...reveal} />}
      <Problem text={problem} className="" />
    </FormDialog>
  );
}
