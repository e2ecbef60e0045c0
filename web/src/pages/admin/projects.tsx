import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Project, projectsQuery } from '../../backend/projects.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { Lock } from '../../tickets/showing/lock.tsx';
import { ProjectSign } from '../../tickets/showing/project-name.tsx';
import { ProjectAccess } from './project-access.tsx';
import { ProjectDeletion } from './project-deletion.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { SealedProjects } from './sealed-projects.tsx';

export function Projects() {
  const found = useQuery(projectsQuery);
  const [edited, setEdited] = useState<Project | 'new'>();
  const [deleting, setDoomed] = useState<Project>();
  const [seeing, setSeeing] = useState<Project>();
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
    <>
      <Section title={t('admin.projects')} {...(found.data ? { count: found.data.length } : {})} aside={!none && add}>
        {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
        {found.isPending && <Skeleton />}
        {none && <Empty text={t('project.none')} action={add} />}
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
                <span className="flex items-center gap-1.5 font-medium">
                  <span className="truncate">{project.name}</span>
                  {project.sealed && <Lock text={t('access.sealed')} />}
                </span>
                {project.taken_over && (
                  <span className="block truncate text-sm text-warning">
                    {t('access.takenOver', {
                      name: project.taken_over.name,
                      when: ago(project.taken_over.at),
                      reason: project.taken_over.reason,
                    })}
                  </span>
                )}
                {project.description && (
                  <span className="block truncate text-sm text-muted">{project.description}</span>
                )}
              </span>
              <span className="text-sm text-muted tabular-nums max-md:hidden">
                {t('project.open', { count: project.open_tickets })}
              </span>
              <IconButton
                icon="eye"
                small
                label={`${t('access.whoSees')}: ${project.name}`}
                onClick={() => setSeeing(project)}
              />
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
        {seeing && <ProjectAccess project={seeing} onClose={() => setSeeing(undefined)} onSaved={refresh} />}
        {deleting && <ProjectDeletion project={deleting} onClose={() => setDoomed(undefined)} onDeleted={refresh} />}
      </Section>
      <SealedProjects onTaken={refresh} />
    </>
  );
}
