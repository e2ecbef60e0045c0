import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shown } from '../../backend/change-ticket.ts';
import { pictureQuery } from '../../backend/files.ts';
import type { AnyProject } from '../../backend/projects.ts';
import { classes } from '../../design/class-names.ts';

interface ProjectSignProps {
  color: string | null;
  icon: string | null;
  size?: string | undefined;
}

/** The icon of a project, or else a dot of its colour. */
export const ProjectSign = ({ icon, ...sign }: ProjectSignProps) =>
  icon ? <ProjectIcon {...sign} icon={icon} /> : <ProjectDot {...sign} />;

/** The icon of a sealed project needs the token to load. */
function ProjectIcon({ icon, color, size }: ProjectSignProps & { icon: string }) {
  const [refused, setRefused] = useState<string>();
  // A chosen file that is no picture is none of the service's, and is not asked of it.
  const isSealed = refused === icon && !icon.startsWith('blob:');
  const { data } = useQuery({ ...pictureQuery(icon), enabled: isSealed });
  const address = isSealed ? data : icon;
  if (!address) return <ProjectDot color={color} size={size} />;
  return (
    <img
      src={address}
      alt=""
      className={classes('shrink-0 rounded-sm object-cover', size ?? 'size-4')}
      onError={() => setRefused(icon)}
    />
  );
}

const ProjectDot = ({ color, size }: Omit<ProjectSignProps, 'icon'>) => (
  <span
    aria-hidden="true"
    className={classes('shrink-0 rounded-full bg-muted forced-color-adjust-none', size ?? 'size-2')}
    style={color ? { backgroundColor: color } : {}}
  />
);

export function ProjectName({ name, ...sign }: ProjectSignProps & { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <ProjectSign {...sign} />
      <span className="truncate">{name}</span>
    </span>
  );
}

/** The fields of a ticket that come from its project. */
export const shownOf = (project: AnyProject | undefined): Shown => ({
  project_name: project?.name ?? null,
  project_color: project && 'color' in project ? project.color : null,
  project_icon_url: project && 'icon_url' in project ? project.icon_url : null,
});
