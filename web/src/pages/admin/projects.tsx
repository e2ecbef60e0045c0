import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteProject, type Project, projectsQuery } from '../../backend/projects.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { t } from '../../texts/texts.ts';
import { ProjectSign } from '../../tickets/showing/project-name.tsx';
import { ProjectDialog } from './project-dialog.tsx';

export function Projects() {
  const found = useQuery(projectsQuery);
  const [edited, setEdited] = useState<Project | 'new'>();
  const [deleting, setDoomed] = useState<Project>();
  const client = useQueryClient();
  const refresh = () => {
    client.invalidateQueries({ queryKey: ['projects'] });
    client.invalidateQueries({ queryKey: ['tickets'] });
  };
  const none = found.data?.length === 0;
  const add = (
    <Button small icon="plus" onClick={() => setEdited('new')}>
      {t('project.new')}
    </Button>
  );
  return (
    <Section title={t('admin.projects')} {...(found.data ? { count: found.data.length } : {})} aside={!none && add}>
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton />}
      {none && <Empty icon="folder" text={t('project.none')} action={add} />}
      <ul>
        {found.data?.map((project) => (
          <li
            key={project.id}
            className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5"
          >
            <span className="flex w-5 shrink-0 justify-center">
              <ProjectSign
                color={project.color}
                icon={project.icon_url}
                size={project.icon_url ? 'size-5' : 'size-3'}
              />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{project.name}</span>
              {project.description && <span className="block truncate text-sm text-muted">{project.description}</span>}
            </span>
            <span className="text-sm text-muted tabular-nums max-md:hidden">
              {t('project.open', { count: project.open_tickets })}
            </span>
            <IconButton
              icon="edit"
              small
              label={`${t('action.edit')}: ${project.name}`}
              onClick={() => setEdited(project)}
            />
            <IconButton
              icon="trash"
              small
              label={`${t('action.delete')}: ${project.name}`}
              onClick={() => setDoomed(project)}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <ProjectDialog
          project={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={refresh}
        />
      )}
      {deleting && (
        <Confirm
          title={t('project.delete', { name: deleting.name })}
          effect={t('project.deleteEffect', { count: deleting.open_tickets })}
          action={t('action.delete')}
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await deleteProject(deleting.id);
            refresh();
          }}
        />
      )}
    </Section>
  );
}
