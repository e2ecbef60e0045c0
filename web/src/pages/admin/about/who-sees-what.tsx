import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sealedProjectsQuery, type Team, teamsQuery } from '../../../backend/access.ts';
import { developersQuery } from '../../../backend/people.ts';
import { type Project, projectsQuery } from '../../../backend/projects.ts';
import { Section } from '../../../design/page.tsx';
import { Pending } from '../../../design/pending.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { t } from '../../../texts/texts.ts';

/** Sight of the whole Kwit on one sheet: project by project, then team by team. */
export function WhoSeesWhat() {
  const projects = useQuery(projectsQuery);
  const teams = useQuery(teamsQuery);
  const hidden = useQuery(sealedProjectsQuery).data ?? [];
  const developers = useQuery(developersQuery).data?.length ?? 0;
  const names = new Map(teams.data?.map((team) => [team.id, team]));
  return (
    <Section title={t('about.whoSees')}>
      <div className="flex flex-col gap-1 p-4 text-sm md:px-5" data-reach="who-sees-what" tabIndex={-1}>
        <p>{t('about.rule', { count: developers })}</p>
        <p className="text-muted">{t('about.restricted')}</p>
        {hidden.length > 0 && (
          <p className="text-muted">
            {t('about.hidden', { count: hidden.length })}{' '}
            <Link to="/admin/$section" params={{ section: 'projects' }} search={{}} className="text-accent underline">
              {t('admin.projects')}
            </Link>
          </p>
        )}
      </div>
      {!projects.data && <Pending query={projects} />}
      {projects.data && projects.data.length > 0 && (
        <Table
          caption={t('admin.projects')}
          heads={[t('field.project'), t('about.works'), t('about.reads'), t('about.mayReport')]}
        >
          {projects.data.map((project) => (
            <ProjectRow key={project.id} project={project} teams={names} developers={developers} />
          ))}
        </Table>
      )}
      {teams.data && teams.data.length > 0 && (
        <Table caption={t('admin.teams')} heads={[t('field.team'), t('about.leads'), t('about.members')]}>
          {teams.data.map((team) => (
            <TeamRow key={team.id} team={team} />
          ))}
        </Table>
      )}
    </Section>
  );
}

interface ProjectRowProps {
  project: Project;
  teams: ReadonlyMap<string, Team>;
  developers: number;
}

function ProjectRow({ project, teams, developers }: ProjectRowProps) {
  const { name, sealed, reports } = project;
  const at = (level: 'work' | 'read') =>
    project.teams.filter((team) => team.level === level).map(({ team_id }) => teams.get(team_id)?.name ?? '');
  const everybody = t('about.developers', { count: developers });
  return (
    <TableRow>
      <Cell>{name}</Cell>
      <Cell>{(sealed ? at('work') : [everybody, ...at('work')]).join(', ') || '–'}</Cell>
      <Cell>{at('read').join(', ') || '–'}</Cell>
      <Cell>{t(sealed && reports === 'teams' ? 'about.teamsAlone' : 'about.everybody')}</Cell>
    </TableRow>
  );
}

function TeamRow({ team: { name, members = [] } }: { team: Team }) {
  const named = (isLead: boolean) =>
    members
      .filter(({ is_lead }) => is_lead === isLead)
      .map((member) => member.name)
      .join(', ') || '–';
  return (
    <TableRow>
      <Cell>{name}</Cell>
      <Cell>{named(true)}</Cell>
      <Cell>{named(false)}</Cell>
    </TableRow>
  );
}
