import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Shown } from '../../backend/change-ticket.ts';
import { pictureQuery } from '../../backend/files.ts';
import type { AnyProject } from '../../backend/projects.ts';
import { classes } from '../../design/class-names.ts';

interface ProjectSignProps {
  color: string | null;
  icon: string | null;
  size?: string;
}

/** The icon of a project, or else a dot of its colour. The icon of a sealed project needs the token to load. */
export function ProjectSign({ color, icon, size }: ProjectSignProps) {
  const [refused, setRefused] = useState<string>();
  // A chosen file that is no picture is none of the service's, and is not asked of it.
  const isSealed = icon !== null && refused === icon && !icon.startsWith('blob:');
  const { data } = useQuery({ ...pictureQuery(icon ?? ''), enabled: isSealed });
  const address = isSealed ? data : icon;
  if (address)
    return (
      <img
        src={address}
        alt=""
        className={classes('shrink-0 rounded-sm object-cover', size ?? 'size-4')}
        onError={() => setRefused(icon ?? undefined)}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={classes('shrink-0 rounded-full bg-muted', size ?? 'size-2')}
      style={color ? { backgroundColor: color } : {}}
    />
  );
}

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
