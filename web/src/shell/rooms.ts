/** Rooms that the palette leads to: the place, and the name of the control there. */
import type { AdminSection } from '../administration/sections.ts';

export interface Room {
  section?: AdminSection;
  /** A page outside of the administration. */
  to?: '/me' | '/todo' | '/answers/review';
  /** The `data-reach` of the control; the page itself when it is left out. */
  reach?: string;
}

/** By the ids of the commands, which are the keys of their names (`commands.to.…`). */
export const ROOMS = {
  about: { section: 'about' },
  backup: { section: 'data', reach: 'backup' },
  export: { section: 'data', reach: 'export' },
  import: { section: 'data', reach: 'import' },
  readOnly: { section: 'about', reach: 'read-only' },
  whoSeesWhat: { section: 'about', reach: 'who-sees-what' },
  held: { section: 'mail-in', reach: 'held' },
  mailSteps: { section: 'mail-in-setup', reach: 'mail-steps' },
  mailSecret: { section: 'mail-in-setup', reach: 'mail-secret' },
  testMail: { section: 'mail', reach: 'test-mail' },
  tryAccount: { section: 'sign-in', reach: 'try-account' },
  logo: { section: 'application', reach: 'picture' },
  deliver: { section: 'outbox', reach: 'deliver' },
  newCalendar: { section: 'promises', reach: 'new' },
  newTarget: { section: 'promises', reach: 'new-target' },
  newField: { section: 'fields', reach: 'new' },
  newGit: { section: 'git', reach: 'new' },
  newLabel: { section: 'labels', reach: 'new' },
  newProject: { section: 'projects', reach: 'new' },
  newTeam: { section: 'teams', reach: 'new' },
  newTemplate: { section: 'templates', reach: 'new' },
  newWebhook: { section: 'webhooks', reach: 'new' },
  newWord: { section: 'glossary', reach: 'new-word' },
  newTask: { to: '/todo', reach: 'new-task' },
  review: { to: '/answers/review' },
} satisfies Record<string, Room>;

/** Rooms of everybody. */
export const OWN_ROOMS = {
  newToken: { to: '/me', reach: 'new-token' },
  newPasskey: { to: '/me', reach: 'new-passkey' },
  myData: { to: '/me', reach: 'my-data' },
  picture: { to: '/me', reach: 'picture' },
  signOutEverywhere: { to: '/me', reach: 'sign-out-everywhere' },
} satisfies Record<string, Room>;

export type RoomName = keyof typeof ROOMS | keyof typeof OWN_ROOMS;
