import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import { Invitation, ListedUser, MailAddressPath, UserChange, UserFilter } from '#contract/users.ts';
import { LONG_PAGE_SIZE } from '#contract/words.ts';
import {
  answerPage,
  checkedCursor,
  fold,
  isIdCursor,
  nextPage,
  readCursor,
  type SettingsSource,
  type Work,
} from '#platform';
import { type Mailers, NoContent, operation, type Routes } from '#platform/serving';
import { readSettings } from '#settings';
import { removeMailAddress } from './mail-addresses.ts';
import { type PlaceAmongNames, UserStore } from './user-store.ts';
import { changeUser, endSessions, inviteUser, pageByName, viewListedUser } from './users.ts';

const reads = { tag: 'Users', access: 'developer', scope: 'read' } as const;
const administers = { ...reads, scope: 'admin' } as const;

const listing = operation({
  operationId: 'listUsers',
  summary: 'List users',
  ...reads,
  query: UserFilter,
  answers: { 200: Type.Array(ListedUser) },
  cacheable: true,
  answersTotal: true,
});

/** The fields that decide who gets in, and as what. */
const PEOPLES_FIELDS: readonly string[] = ['role', 'is_active', 'email'];

const changing = operation({
  ...administers,
  operationId: 'changeUser',
  summary: "Change a user's role, name, activity or address",
  params: IdPath,
  body: UserChange,
  isPeoples: (name) => PEOPLES_FIELDS.includes(name),
  answers: { 200: ListedUser },
  refuses: [
    'too_many_requests',
    'forbidden',
    'user_not_found',
    'last_developer',
    'would_be_orphaned',
    'recent_sign_in_needed',
    'domain_not_allowed',
    'user_exists',
  ],
});

const inviting = operation({
  ...administers,
  operationId: 'inviteUser',
  summary: 'Invite somebody: add them and mail them a link',
  body: Invitation,
  isPeoples: (name, value) => name === 'role' && value === 'developer',
  answers: { 201: ListedUser },
  refuses: ['too_many_requests', 'forbidden', 'domain_not_allowed', 'user_exists', 'recent_sign_in_needed'],
});

const signingOut = operation({
  operationId: 'signOutUser',
  summary: 'Sign a user out: revoke every token of theirs',
  ...reads,
  scope: 'session',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'user_not_found'],
});

const removingMailAddress = operation({
  ...administers,
  operationId: 'removeMailAddress',
  summary: 'Take mails from an address for those of its person no longer',
  params: MailAddressPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'user_not_found', 'not_found'],
});

const isPlace = (cursor: unknown): cursor is PlaceAmongNames =>
  typeof cursor === 'object' &&
  cursor !== null &&
  'name' in cursor &&
  typeof cursor.name === 'string' &&
  'id' in cursor &&
  isIdCursor(cursor.id);

const yesOrNo = (word: '1' | '0' | undefined): boolean | null => (word === undefined ? null : word === '1');

export const userRoutes =
  (source: SettingsSource, mailers: Mailers) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/users', listing, async (request, reply) => {
      const { id, role = null, q = null, is_active, has_signed_in, sort, limit = LONG_PAGE_SIZE } = request.query;
      const { cursor } = request.query;
      const filter = {
        ids: id?.split(',') ?? null,
        role,
        q: q && fold(q),
        isActive: yesOrNo(is_active),
        hasSignedIn: yesOrNo(has_signed_in),
      };
      if (sort !== undefined) {
        const place = checkedCursor(readCursor(cursor), isPlace);
        const page = await request.read((work) => pageByName(work, filter, place, limit));
        reply.header('Kwit-Total', page.total);
        nextPage(reply, request, page.next);
        return page.items.map(viewListedUser);
      }
      const read = (work: Work, { before: after, limit }: { before: string | null; limit: number }) =>
        work.of(UserStore).list({ ...filter, after, limit });
      return (await answerPage(request, reply, read, LONG_PAGE_SIZE)).map(viewListedUser);
    });

    routes.patch('/api/users/:id', changing, async (request) =>
      viewListedUser(await request.write((work) => changeUser(work, source, request.params.id, request.body))),
    );

    routes.post('/api/users/invite', inviting, (request) =>
      request.write(async (work) => {
        const user = viewListedUser(await inviteUser(work, source, request.body));
        const settings = await readSettings(work, source);
        return { ...user, mail: mailers.mailerFor(settings) === null ? ('waiting' as const) : ('sent' as const) };
      }),
    );

    routes.delete('/api/users/:id/mail-addresses/:address', removingMailAddress, (request) =>
      request.write((work) => removeMailAddress(work, request.params.id, request.params.address)),
    );

    routes.post('/api/users/:id/sign-out', signingOut, (request) =>
      request.write((work) => endSessions(work, request.params.id)),
    );
  };
