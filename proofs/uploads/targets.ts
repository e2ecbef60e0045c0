import assert from 'node:assert/strict';
import type { Attachment } from '../../contract/attachments.ts';
import type { Comment } from '../../contract/comments.ts';
import type { Project } from '../../contract/projects.ts';
import type { Settings } from '../../contract/settings.ts';
import type { TicketCreated } from '../../contract/tickets.ts';
import type { User } from '../../contract/users.ts';
import type { App } from '../../server/testing/start-app.ts';
import type { Part } from './form.ts';

/** A file as an answer shows it. */
export interface Taken {
  readonly url: string;
  /** null where Kwit does not keep names. */
  readonly name: string | null;
}

/** A route that takes files. */
export interface Target {
  readonly name: string;
  readonly path: string;
  /** The name of the parts that are files. */
  readonly part: string;
  /** The other fields that a form must have. */
  readonly fields: readonly Part[];
  readonly isPicture: boolean;
  /** Whether a form without a file is allowed. */
  readonly takesNone: boolean;
  /** The status of a success. */
  readonly status: 200 | 201;
  /** @returns the files of this request, from its answer. */
  taken(answer: unknown, count: number): readonly Taken[];
}

const ofAttachments = (all: readonly Attachment[], count: number): Taken[] =>
  (count === 0 ? [] : all.slice(-count)).map(({ url, original_name: name }) => ({ url, name }));

function ofPicture(url: string | null): Taken[] {
  assert.ok(url);
  return [{ url, name: null }];
}

const picture = <A>(name: string, path: string, part: string, url: (answer: A) => string | null): Target => ({
  name,
  path,
  part,
  fields: [],
  isPicture: true,
  takesNone: false,
  status: 200,
  taken: (answer) => ofPicture(url(answer as A)),
});

/** @returns all routes that take files, for use by Dev, who may call each. */
export async function targetsIn({ cast }: App): Promise<Target[]> {
  const dev = await cast.dev;
  const { id } = (await dev.post<Project>('/api/projects', { name: 'Pictured' })).is(201);
  const ticket = await dev.opens();
  const attachments = { part: 'attachments', isPicture: false, status: 201 } as const;
  return [
    {
      ...attachments,
      name: 'a report',
      path: '/api/tickets',
      fields: [
        { name: 'title', content: 'Printer jams' },
        { name: 'description', content: 'Every second page.' },
      ],
      takesNone: true,
      taken: (answer, count) => ofAttachments((answer as TicketCreated).attachments, count),
    },
    {
      ...attachments,
      name: 'a ticket',
      path: `/api/tickets/${ticket.id}/attachments`,
      fields: [],
      takesNone: false,
      taken: (answer, count) => ofAttachments(answer as Attachment[], count),
    },
    {
      ...attachments,
      name: 'a comment',
      path: `/api/tickets/${ticket.id}/comments`,
      fields: [{ name: 'content', content: 'Look.' }],
      takesNone: true,
      taken: (answer, count) => ofAttachments((answer as Comment).attachments, count),
    },
    picture('an avatar', '/api/auth/me/avatar', 'avatar', (user: User) => user.avatar_url),
    picture('a logo', '/api/settings/logo', 'logo', (settings: Settings) => settings.app_logo_url),
    picture('an icon', `/api/projects/${id}/icon`, 'icon', (project: Project) => project.icon_url),
  ];
}
