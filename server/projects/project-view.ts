import type { Project } from '../../contract/projects.ts';
import type { StoredProject } from './project-store.ts';

/**
 * The icon's file name stands in the address, so that a changed icon is a changed address. Each ticket of a list has one: it
 * is a text of one piece, or V8 would write the whole list as JSON in its slow way.
 */
export const projectIconUrl = (id: string | null, filename: string | null): string | null =>
  id && filename ? ['/api/projects/', id, '/icon?v=', filename.slice(0, 8)].join('') : null;

export const viewProject = ({ icon_filename: icon, icon_type: _, ...project }: StoredProject): Project => ({
  ...project,
  icon_url: projectIconUrl(project.id, icon),
});
