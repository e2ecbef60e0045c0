import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, oneOf, record, text } from './scalars.ts';
import { MAIL_SUBJECTS, MOST_TEAMS, PROJECT_REPORTS, TEAM_LEVELS } from './words.ts';

const ProjectTeam = record({ team_id: Id, level: oneOf(TEAM_LEVELS) });
const teams = Type.Array(ProjectTeam, { maxItems: MOST_TEAMS });

const TakenOver = Type.Unsafe<{ user_id: string; name: string; reason: string; at: string } | null>({
  ...record({ user_id: Id, name: Type.String(), reason: Type.String(), at: Instant }),
  type: ['object', 'null'],
  description: 'Who made themselves a lead of it in the last 90 days, and why.',
});

export const Project = record({
  id: Id,
  name: Type.String(),
  description: nullable(Type.String()),
  color: Type.String({ examples: ['#6B7280'] }),
  icon_url: nullable(Type.String()),
  open_tickets: Type.Integer({ minimum: 0 }),
  created_at: Instant,
  sealed: Type.Boolean({ description: 'Whether only its teams read its tickets.' }),
  reports: oneOf(PROJECT_REPORTS, { description: 'Who may report into it while it is sealed.' }),
  teams,
  mail_subject: oneOf(MAIL_SUBJECTS, { description: 'What stands in the subject of mails about its tickets.' }),
  taken_over: TakenOver,
});
export type Project = Static<typeof Project>;

/** A sealed project as it is shown to whoever may report into it, and does not see it. */
export const ReportProject = record({
  id: Id,
  name: Type.String(),
  sealed: Type.Literal(true),
  reports: oneOf(PROJECT_REPORTS),
  read_by: Type.Array(Type.String(), { description: 'The names of its teams.' }),
});
export type ReportProject = Static<typeof ReportProject>;

/** A sealed project as developers who do not see it may take it over. */
export const SealedProject = record({ id: Id, name: Type.String({ description: 'Nothing else of it is told.' }) });

/** POST /api/projects/:id/take-over. */
export const TakeOver = record(
  { reason: text(10, 500, 'Its only lead has left the company.') },
  { examples: [{ reason: 'Its only lead has left the company.' }] },
);

/** DELETE of a project. */
export const ProjectRemoval = record({
  confirm: Type.Optional(oneOf(['1'], { description: 'Also when people gain sight of its tickets by that.' })),
});

const writable = {
  name: line(2, 120, 'Intranet'),
  description: Type.Optional(nullable(text(0, 2000))),
  color: Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', default: '#6B7280' })),
  sealed: Type.Optional(Type.Boolean()),
  reports: Type.Optional(oneOf(PROJECT_REPORTS)),
  teams: Type.Optional(teams),
  mail_subject: Type.Optional(oneOf(MAIL_SUBJECTS)),
};

export const ProjectDraft = record(writable, { examples: [{ name: 'Intranet', color: '#0F766E' }] });
export type ProjectDraft = Static<typeof ProjectDraft>;

export const ProjectChange = record(
  {
    ...writable,
    name: Type.Optional(writable.name),
    color: Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })),
    confirm: Type.Optional(Type.Boolean({ description: 'Also when people gain sight of its tickets by that.' })),
  },
  { minProperties: 1, examples: [{ color: '#B45309' }] },
);
export type ProjectChange = Static<typeof ProjectChange>;
