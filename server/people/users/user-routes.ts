import { Type } from 'typebox';
import { IdPath, LONG_PAGE_SIZE, UUID } from '#contract/scalars.ts';
import { Invitation, ListedUser, UserChange, UserFilter } from '#contract/users.ts';
import {
  checkedCursor,
  fold,
  NoContent,
  nextPage,
  operation,
  type Routes,
  readCursor,
  type SettingsSource,
} from '#platform';
import { type PlaceAmongNames, UserStore } from './user-store.ts';
import { changeUser, endSessions, inviteUser, pageByName, viewListedUser } from './users.ts';

const TAG = 'Users';

const listing = operation({
  operationId: 'listUsers',
  summary: 'List users',
  tag: TAG,
  access: 'developer',
  scope: 'read',
  query: UserFilter,
  answers: { 200: Type.Array(ListedUser) },
  refuses: [],
  cacheable: true,
  answersTotal: true,
});

const changing = operation({
  operationId: 'changeUser',
  summary: "Change a user's role, name or activity",
  tag: TAG,
  access: 'developer',
  scope: 'admin',
  params: IdPath,
  body: UserChange,
  answers: { 200: ListedUser },
  refuses: ['too_many_requests', 'user_not_found', 'last_developer'],
});

const inviting = operation({
  operationId: 'inviteUser',
  summary: 'Invite somebody: add them and mail them a link',
  tag: TAG,
  access: 'developer',
  scope: 'admin',
  body: Invitation,
  answers: { 201: ListedUser },
  refuses: ['too_many_requests', 'domain_not_allowed', 'user_exists'],
});

const signingOut = operation({
  operationId: 'signOutUser',
  summary: 'Sign a user out: revoke every token of theirs',
  tag: TAG,
  access: 'developer',
  scope: 'session',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'user_not_found'],
});

const isId = (cursor: unknown): cursor is string => typeof cursor === 'string' && new RegExp(UUID).test(cursor);

const isPlace = (cursor: unknown): cursor is PlaceAmongNames =>
  typeof cursor === 'object' &&
  cursor !== null &&
  'name' in cursor &&
  typeof cursor.name === 'string' &&
  'id' in cursor &&
  isId(cursor.id);

const yesOrNo = (word: '1' | '0' | undefined): boolean | null => (word === undefined ? null : word === '1');

export const userRoutes =
  (source: SettingsSource) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/users', listing, async (request, reply) => {
      const { id, role = null, q = null, is_active, has_signed_in, sort, limit = LONG_PAGE_SIZE } = request.query;
      const cursor = readCursor(request.query.cursor);
      const wanted = {
        ids: id?.split(',') ?? null,
        role,
        q: q && fold(q),
        isActive: yesOrNo(is_active),
        hasSignedIn: yesOrNo(has_signed_in),
      };
      if (sort !== undefined) {
        const place = checkedCursor(cursor, isPlace);
        const page = await request.read((work) => pageByName(work, wanted, place, limit));
        reply.header('Kwit-Total', page.total);
        nextPage(reply, request, page.next);
        return page.users.map(viewListedUser);
      }
      const after = checkedCursor(cursor, isId);
      const found = await request.read((work) => work.of(UserStore).list({ ...wanted, after, limit: limit + 1 }));
      const users = found.slice(0, limit);
      nextPage(reply, request, found.length > limit ? (users.at(-1)?.id ?? null) : null);
      return users.map(viewListedUser);
    });

    routes.patch('/api/users/:id', changing, async (request) =>
      viewListedUser(await request.write((work) => changeUser(work, source, request.params.id, request.body))),
    );

    routes.post('/api/users/invite', inviting, async (request, reply) => {
      reply.code(201);
      return viewListedUser(await request.write((work) => inviteUser(work, source, request.body)));
    });

    routes.post('/api/users/:id/sign-out', signingOut, async (request, reply) => {
      await request.write((work) => endSessions(work, request.params.id));
      reply.code(204);
      return null;
    });
  };
