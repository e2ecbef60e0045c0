import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../../backend/access.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import type { AnswerTarget } from '../../backend/promises.ts';
import { t } from '../../texts/texts.ts';

/** Says in words of which tickets a target is. */
export function useCondition(): (target: Pick<AnswerTarget, 'condition'>) => string {
  const projects = useQuery(everyProjectQuery).data ?? [];
  const teams = useQuery(teamsQuery).data ?? [];
  const nameIn = (rows: readonly { id: string; name: string }[], id: string) => rows.find((row) => row.id === id)?.name;
  return ({ condition: { project_id, category, priority, team_id } }) =>
    [
      priority && t(`priority.${priority}`),
      category && t(`category.${category}`),
      project_id && (nameIn(projects, project_id) ?? t('field.project')),
      team_id && (nameIn(teams, team_id) ?? t('field.team')),
    ]
      .filter(Boolean)
      .join(' · ') || t('promises.everyTicket');
}
