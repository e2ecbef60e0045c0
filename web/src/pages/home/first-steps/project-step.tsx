import { useQueryClient } from '@tanstack/react-query';
import { createProject, projectsQuery } from '../../../backend/projects.ts';
import { toast } from '../../../design/toast.tsx';
import { t } from '../../../texts/texts.ts';
import { OneFieldForm } from './one-field-form.tsx';

export function ProjectStep() {
  const client = useQueryClient();
  return (
    <OneFieldForm
      label={t('firstSteps.projectField')}
      suggested=""
      action={t('firstSteps.projectAdd')}
      save={async (name) => {
        await createProject({ name });
        toast({ text: t('firstSteps.projectAdded', { name }) });
        await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      }}
    />
  );
}
