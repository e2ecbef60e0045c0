import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { MAIL_SUBJECTS, PROJECT_REPORTS, TEAM_LEVELS } from '../../../../contract/words.ts';
import { teamsQuery } from '../../backend/access.ts';
import {
  changeProject,
  createProject,
  deleteProject,
  type Project,
  removeProjectIcon,
  uploadProjectIcon,
} from '../../backend/projects.ts';
import { IconButton } from '../../design/button.tsx';
import { Switch } from '../../design/field.tsx';
import { PictureChoice } from '../../design/file-picker.tsx';
import { NotReady, useAttempt } from '../../design/form.tsx';
import { FormDialog, InputField, SelectField, TextAreaField } from '../../design/form-dialog.tsx';
import { choicesOf, Select } from '../../design/select.tsx';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { RevealNote, useRevealing } from '../../tickets/seeing/reveal-note.tsx';
import { ProjectSign } from '../../tickets/showing/project-name.tsx';

const COLORS = ['#0F6B62', '#1F5A9C', '#5F3FA8', '#B3261E', '#8A5300', '#23683A', '#6B7280'];

/** A picture that the dialog shows before it sends it; `file` is null when the user removes it. */
function usePicture(storedPicture: string | null) {
  const [file, setFile] = useState<File | null>();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return { file, setFile, shown: file ? (url ?? null) : file === null ? null : storedPicture };
}

interface ProjectDialogProps {
  project: Project | undefined;
  onClose: () => void;
  /** Called after each attempt: even a failed one may have stored a part. */
  onSaved: () => void;
}

export function ProjectDialog({ project, onClose, onSaved }: ProjectDialogProps) {
  const [name, setName] = useState(project?.name ?? '');
  const [description, setDescription] = useState(project?.description ?? '');
  const [color, setColor] = useState(project?.color ?? '#6B7280');
  const icon = usePicture(project?.icon_url ?? null);
  const [keptAs, setKeptAs] = useState(project?.id);
  const saving = useAttempt(async () => {
    const draft = { name: name.trim(), description: description.trim() || null, color };
    try {
      const { id } = keptAs ? await changeProject(keptAs, draft) : await createProject(draft);
      // The project exists even if the service refuses the icon: the next attempt changes it instead of creating it
      // again.
      setKeptAs(id);
      if (icon.file) await uploadProjectIcon(id, icon.file);
      else if (icon.file === null) await removeProjectIcon(id);
      onClose();
    } finally {
      onSaved();
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      title={project ? project.name : t('project.new')}
      disabled={name.trim().length < 2}
      attempt={saving}
    >
      <InputField
        name="name"
        label={t('project.name')}
        minLength={2}
        longest={120}
        required
        value={name}
        onChange={setName}
      />
      <TextAreaField
        name="description"
        label={t('field.description')}
        optional={t('field.optional')}
        longest={2000}
        value={description}
        onChange={setDescription}
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('project.color')}</legend>
        <div className="flex items-center gap-2 max-md:grid max-md:grid-cols-8 max-md:justify-items-center max-md:gap-0">
          {COLORS.map((entry) => (
            <button
              key={entry}
              type="button"
              aria-label={entry}
              aria-pressed={entry === color.toUpperCase()}
              onClick={() => setColor(entry)}
              className="group flex size-8 items-center justify-center max-md:h-11 max-md:w-full"
            >
              <span
                className="size-8 rounded-full border-3 border-raised outline-2 forced-color-adjust-none outline-transparent group-aria-pressed:outline-ink"
                style={{ backgroundColor: entry }}
              />
            </button>
          ))}
          <input
            type="color"
            aria-label={t('project.otherColor')}
            value={color}
            onChange={(event) => setColor(event.target.value)}
            className="size-8"
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">
          {t('project.icon')} <span className="font-normal text-faint">{t('field.optional')}</span>
        </legend>
        <PictureChoice
          choose={t('project.iconChoose')}
          remove={icon.shown !== null && t('project.iconRemove')}
          onChoose={(file) => icon.setFile(file ?? null)}
        >
          <ProjectSign color={color} icon={icon.shown} size="size-8" />
        </PictureChoice>
      </fieldset>
    </FormDialog>
  );
}

type ProjectTeam = Project['teams'][number];

const REPORTS = { everyone: 'access.everyoneReports', teams: 'access.reportsTeams' } as const;
const SUBJECTS = { title: 'access.mailTitle', number: 'access.mailNumber' } as const;
const LEVELS = { work: 'access.levelWork', read: 'access.levelRead' } as const;

interface ProjectAccessProps {
  project: Project;
  onClose: () => void;
  onSaved: () => void;
}

/** The access to a project: everybody in development, or only the people of some teams. */
export function ProjectAccess({ project, onClose, onSaved }: ProjectAccessProps) {
  const [access, setAccess] = useState(() => {
    const { sealed, reports, teams, mail_subject } = project;
    return { sealed, reports, teams, mail_subject };
  });
  const saving = useRevealing(async (confirm) => {
    if (access.sealed && access.teams.every(({ level }) => level !== 'work')) throw new NotReady(t('access.needsTeam'));
    await changeProject(project.id, { ...access, ...(confirm ? { confirm } : {}) });
    onSaved();
    onClose();
  });
  const set = (change: Partial<typeof access>) => {
    setAccess((before) => ({ ...before, ...change }));
    saving.forget();
  };
  const { reveal } = saving;
  const { taken_over } = project;
  return (
    <FormDialog
      onClose={onClose}
      title={t('access.projectTitle', { name: project.name })}
      look={reveal ? 'danger' : 'primary'}
      submit={t(reveal ? 'access.allTheSame' : 'action.save')}
      attempt={saving}
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
              onChange(teams.map((entry) => (entry.team_id === team_id ? { team_id, level: next } : entry)))
            }
            choices={TEAM_LEVELS.map((value) => ({ value, label: t(LEVELS[value]) }))}
          />
          <IconButton
            icon="close"
            small
            label={t('access.removeTeam', { name: nameOf(team_id) })}
            onClick={() => onChange(teams.filter((candidate) => candidate.team_id !== team_id))}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Select
          label={t('access.notReader')}
          value=""
          onChoose={(id) => onChange([...teams, { team_id: id, level: 'work' }])}
          choices={[{ value: '', label: t('access.notReader') }, ...choicesOf(others)]}
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
  const deleting = useRevealing(async (confirm) => {
    await deleteProject(project.id, confirm);
    onDeleted();
    onClose();
  });
  const { reveal } = deleting;
  return (
    <FormDialog
      onClose={onClose}
      title={t('project.delete', { name: project.name })}
      look="danger"
      submit={t(reveal ? 'access.allTheSame' : 'action.delete')}
      attempt={deleting}
    >
      <p>{t('project.deleteEffect', { count: project.open_tickets })}</p>
      {reveal && <RevealNote {...reveal} />}
    </FormDialog>
  );
}
