import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../../backend/access.ts';
import { type AnyProject, everyProjectQuery } from '../../backend/projects.ts';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Select } from '../../design/select.tsx';
import { t } from '../../texts/texts.ts';

export function ProjectChoice({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const projects = useQuery(everyProjectQuery).data ?? [];
  if (projects.length === 0) return null;
  return (
    <Field label={t('field.project')} optional={t('field.optional')} className="max-w-sm">
      {({ id }) => (
        <Select
          label={t('field.project')}
          id={id}
          value={value}
          onChoose={onChoose}
          choices={[
            { value: '', label: t('field.noProject') },
            ...projects.map((project) => ({ value: project.id, label: project.name })),
          ]}
        />
      )}
    </Field>
  );
}

/** Says before a report is written who will read it, where that is not everybody in development. */
export function ReadBy({ projectId }: { projectId: string }) {
  const project = useQuery(everyProjectQuery).data?.find(({ id }) => id === projectId);
  return project?.sealed ? <ReadByTeams project={project} /> : null;
}

function ReadByTeams({ project }: { project: AnyProject }) {
  // A person who sees the project has the ids of its teams, everybody else their names.
  const teams = useQuery({ ...teamsQuery, enabled: 'teams' in project }).data ?? [];
  const names =
    'teams' in project
      ? teams.filter(({ id }) => project.teams.some(({ team_id }) => team_id === id)).map(({ name }) => name)
      : project.read_by;
  if (names.length === 0) return null;
  return (
    <p role="status" className="flex items-center gap-2 rounded-lg bg-accent-soft px-3 py-2 text-sm font-medium">
      <Icon name="lock" size={16} />
      {t('report.readBy', { names: names.join(', ') })}
    </p>
  );
}
