import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ErasedPerson, PersonalRecords, PersonErasure } from '#contract/personal-records.ts';
import { IdPath } from '#contract/scalars.ts';
import { findUser } from '#people';
import { type Actor, Failure, instant, invalidField, type SettingsSource, type Work } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { recordAudit } from '#settings';
import { fileHeaders, leaving } from '../exports/while-it-leaves.ts';
import { type ErasureParts, erasePerson, finishErasure } from './erase-person.ts';
import { countPersonRows, type PersonExport, personArchive, readOwnExport, readPersonExport } from './export-person.ts';

const TAG = 'Users';
const ARCHIVE = Type.String({ description: 'A tar archive: `person.json`, a file of rows for each table, and files.' });
const TAR = 'application/x-tar';

const showing = operation({
  operationId: 'getPersonalRecords',
  summary: 'See how much there is about a person',
  tag: TAG,
  access: 'developer',
  scope: 'read',
  params: IdPath,
  expensive: true,
  answers: { 200: PersonalRecords },
  refuses: ['user_not_found'],
});

const exporting = operation({
  operationId: 'exportPerson',
  summary: 'Take everything about a person along as an archive',
  tag: TAG,
  access: 'developer',
  scope: 'admin',
  whileReadOnly: true,
  params: IdPath,
  expensive: true,
  answers: { 200: ARCHIVE },
  produces: [TAR],
  refuses: ['user_not_found'],
});

const exportingMine = operation({
  operationId: 'exportMyData',
  summary: 'Take your own data along as an archive: what you may see of it',
  tag: TAG,
  access: 'signed-in',
  scope: 'session',
  whileReadOnly: true,
  expensive: true,
  answers: { 200: ARCHIVE },
  produces: [TAR],
});

const erasing = operation({
  operationId: 'erasePerson',
  summary: 'Erase a person: nobody can take it back',
  tag: TAG,
  access: 'developer',
  scope: 'session',
  params: IdPath,
  body: PersonErasure,
  answers: { 200: ErasedPerson },
  refuses: ['too_many_requests', 'user_not_found', 'last_developer'],
});

interface Parts extends ErasureParts {
  readonly source: SettingsSource;
}

/** The data about one person, for developers and for the person (docs/rules/moving.md#erasure). */
export const personDataRoutes =
  (parts: Parts) =>
  async (routes: Routes): Promise<void> => {
    const { runner, source, files } = parts;

    routes.get('/api/users/:id/data', showing, (request) =>
      request.read(async (work) => {
        const id = await knownId(work, request.params.id);
        return { tables: await countPersonRows(work, id) };
      }),
    );

    const send = async (request: FastifyRequest, reply: FastifyReply, data: PersonExport) => {
      reply.headers(fileHeaders(`kwit-person-${data.id}.tar`, TAR));
      if (request.method === 'HEAD') return reply.send('');
      await request.write((work) => recordAudit(work, 'person.exported', data.id, {}));
      return reply.send(leaving(request, personArchive(data, files, instant(runner.clock.now()))));
    };

    routes.get('/api/users/:id/data.tar', exporting, async (request, reply) => {
      const { id } = request.params;
      return send(request, reply, await request.read(async (work) => readPersonExport(work, await knownId(work, id))));
    });

    routes.get('/api/auth/me/data.tar', exportingMine, async (request, reply) =>
      send(request, reply, await request.read((work) => readOwnExport(work, request.person))),
    );

    routes.post('/api/users/:id/erase', erasing, async (request) => {
      const { texts = false, answers = false } = request.body;
      if (answers && !texts)
        throw invalidField('answers', 'dependentRequired', 'Answers are erased only together with texts.');
      if (request.params.id === request.person.id)
        throw new Failure('forbidden', { message: 'You cannot erase yourself; ask another developer.' });
      const removed = await request.write((work) => erasePerson(work, source, request.params.id, { texts, answers }));
      await finishErasure(parts, removed);
      return { files: removed.length };
    });
  };

/** @throws Failure `user_not_found`. */
async function knownId(work: Work<Actor>, id: string): Promise<string> {
  if ((await findUser(work, id)) === undefined) throw new Failure('user_not_found');
  return id;
}
