import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../../backend/projects.ts';
import { Field, Select } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';

export function ProjectChoice({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const projects = useQuery(projectsQuery).data ?? [];
  if (projects.length === 0) return null;
  return (
    <Field label={t('field.project')} optional={t('field.optional')} className="max-w-sm">
      {({ id }) => (
        <Select
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
