import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSection, RowButton } from '../../administration/list-section.tsx';
import { sealedProjectsQuery, takeProjectOver } from '../../backend/access.ts';
import { type Project, projectsQuery } from '../../backend/projects.ts';
import { Button } from '../../design/button.tsx';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog, TextAreaField } from '../../design/form-dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { ago } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { Lock } from '../../tickets/showing/lock.tsx';
import { ProjectSign } from '../../tickets/showing/project-name.tsx';
import { ProjectAccess, ProjectDeletion, ProjectDialog } from './project-dialog.tsx';

export function Projects() {
  const query = useQuery(projectsQuery);
  const [edited, setEdited] = useState<Project | 'new'>();
  const [deleting, setDoomed] = useState<Project>();
  const [seeing, setSeeing] = useState<Project>();
  const client = useQueryClient();
  const refresh = () => {
    client.invalidateQueries({ queryKey: ['projects'] });
    client.invalidateQueries({ queryKey: ['tickets'] });
  };
  return (
    <>
      <ListSection
        title={t('admin.projects')}
        query={query}
        add={t('project.new')}
        onAdd={() => setEdited('new')}
        empty={t('project.none')}
        row={(project) => (
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
              {project.description && <span className="block truncate text-sm text-muted">{project.description}</span>}
            </span>
            <span className="text-sm text-muted tabular-nums max-md:hidden">
              {t('project.open', { count: project.open_tickets })}
            </span>
            <RowButton icon="eye" act={t('access.whoSees')} name={project.name} onClick={() => setSeeing(project)} />
            <RowButton icon="edit" act={t('action.edit')} name={project.name} onClick={() => setEdited(project)} />
            <RowButton icon="trash" act={t('action.delete')} name={project.name} onClick={() => setDoomed(project)} />
          </li>
        )}
      >
        {edited && (
          <ProjectDialog
            project={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onSaved={refresh}
          />
        )}
        {seeing && <ProjectAccess project={seeing} onClose={() => setSeeing(undefined)} onSaved={refresh} />}
        {deleting && <ProjectDeletion project={deleting} onClose={() => setDoomed(undefined)} onDeleted={refresh} />}
      </ListSection>
      <SealedProjects onTaken={refresh} />
    </>
  );
}

interface NamedProject {
  readonly id: string;
  readonly name: string;
}

/** The sealed projects that one does not see, to be taken over: nothing is there where there are none. */
export function SealedProjects({ onTaken }: { onTaken: () => void }) {
  const projects = useQuery(sealedProjectsQuery).data ?? [];
  const [taking, setTaking] = useState<NamedProject>();
  if (projects.length === 0) return null;
  return (
    <Section title={t('access.sealedOthers')} count={projects.length}>
      <ul>
        {projects.map((project) => (
          <li
            key={project.id}
            className="flex min-h-14 items-center gap-3 border-b border-line px-4 last:border-b-0 md:px-5"
          >
            <Icon name="lock" size={16} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate font-medium">{project.name}</span>
            <Button small aria-label={`${t('access.takeOver')}: ${project.name}`} onClick={() => setTaking(project)}>
              {t('access.takeOver')}
            </Button>
          </li>
        ))}
      </ul>
      {taking && <TakeOverDialog project={taking} onTaken={onTaken} onClose={() => setTaking(undefined)} />}
    </Section>
  );
}

interface TakeOverProps {
  project: NamedProject;
  onTaken: () => void;
  onClose: () => void;
}

function TakeOverDialog({ project, onTaken, onClose }: TakeOverProps) {
  const [reason, setReason] = useState('');
  const taking = useAttempt(async () => {
    await takeProjectOver(project.id, reason.trim());
    onTaken();
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('access.takeOverTitle', { name: project.name })}
      look="danger"
      disabled={reason.trim().length < 10}
      submit={t('access.takeOver')}
      attempt={taking}
    >
      <p>{t('access.takeOverEffect')}</p>
      <TextAreaField
        name="reason"
        label={t('access.takeOverReason')}
        required
        minLength={10}
        longest={500}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
