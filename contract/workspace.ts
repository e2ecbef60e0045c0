import { type Static, Type } from 'typebox';
import { TicketLabel } from './labels.ts';
import { UnreadCount } from './notices.ts';
import { Project, ReportProject } from './projects.ts';
import { Id, record } from './scalars.ts';
import { PublicSettings } from './settings.ts';
import { Team } from './teams.ts';
import { User } from './users.ts';
import { SavedView } from './views.ts';

/** GET /api/workspace: what an app shows around every screen, in one answer. */
export const Workspace = record({
  me: User,
  settings: PublicSettings,
  read_only: Type.Boolean({ description: 'Whether Kwit takes no changes now: each is answered 503 `read_only`.' }),
  ...UnreadCount.properties,
  views: Type.Array(SavedView),
  projects: Type.Array(Type.Union([Project, ReportProject]), {
    description: 'The newest 500 of those that you may know of.',
  }),
  teams: Type.Array(Team, { description: 'By name, without their people.' }),
  labels: Type.Array(TicketLabel, { description: 'What tickets may be given, by name. Reporters get none.' }),
  developers: Type.Array(User, { description: 'The newest 500 who may be assigned. Reporters get none.' }),
  former: Type.Array(Id, { description: 'The newest 500 who may no longer sign in. Reporters get none.' }),
  last_event_id: Type.String({
    description:
      'Open the live stream with it: the stream then brings what has happened since this answer was read. For reporters it is another text each time, good for their own streams alone.',
  }),
});
export type Workspace = Static<typeof Workspace>;
