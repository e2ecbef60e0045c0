import type { ProjectDraft } from '../../contract/projects.ts';
import type { Work } from '../work.ts';
import type { StoredProject } from './project-store.ts';

const GREY = '#6B7280';

export async function addProject(work: Work, draft: ProjectDraft): Promise<StoredProject> {
  const project = {
    id: work.newId(),
    name: draft.name,
    description: draft.description || null,
    color: draft.color ?? GREY,
    icon_filename: null,
    icon_type: null,
    created_at: work.now,
  };
  await work.projects.add(project);
  return { ...project, open_tickets: 0 };
}
