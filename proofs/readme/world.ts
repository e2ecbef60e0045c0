/** A bare root with a Kwit in it: a folder, a home without a file, a team's data, and what stands in for what a page names. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { Caller } from '#testing/caller.ts';
import { formOf } from '#testing/cast.ts';
import { ownDatabase } from '#testing/databases.ts';
import { folderFor } from '#testing/export-archive.ts';
import { freePort } from '#testing/free-port.ts';
import { sampleOpenArca } from '#testing/openarca-folder.ts';
import { samples } from '#testing/sample-files.ts';
import type { Project } from '../../contract/projects.ts';
import type { SignedIn } from '../../contract/sign-in.ts';
import type { Team } from '../../contract/teams.ts';
import type { NewToken } from '../../contract/tokens.ts';
import { layShims } from './shims.ts';
import { Terminal } from './terminal.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXPORTS = join(ROOT, 'server/testing/exports');
const [SECRET, OTHER_SECRET] = ['a-secret-that-is-long-enough-for-proofs', 'another-secret-that-is-as-long-as-that'];

/** How this machine comes to a registry, where it has to be told. */
const wayOut = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|\w+_PROXY)$/.test(name)));

/** Files that other products wrote, under the names that docs/moving.md gives to it. */
const LAID = {
  'issues.json': 'github/issues.json',
  'help.csv': 'jira/cloud-en.csv',
  'people.csv': 'jira/people.csv',
  downloads: 'jira/files',
  'redmine-answers': 'redmine/admin',
  'zammad-answers': 'zammad/all-groups',
  'zendesk-answers': 'zendesk/account',
  'helpdesk.sql': 'osticket/helpdesk.sql',
  attachments: 'osticket/disk',
  'helpdesk.mbox': 'mail/box.mbox',
  'board.json': 'trello/board.json',
};

export class World {
  readonly room: string;
  /** Where people type: a clone, or in a check an empty folder. */
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly #opened: Terminal[] = [];
  #service: Terminal | null = null;
  /** The terminal that shows what commands say. */
  #seen: Terminal | null = null;

  private constructor(room: string, environment: Record<string, string>) {
    this.room = room;
    this.folder = join(room, 'clone');
    this.environment = environment;
  }

  static async make(t: TestContext, isWhole: boolean): Promise<World> {
    const room = await folderFor(t);
    const port = await freePort();
    const paths = isWhole ? [join(room, 'global/bin')] : [dirname(process.execPath)];
    const world = new World(room, {
      ...(isWhole ? wayOut() : {}),
      ...{ HOME: join(room, 'home'), ROOM: room, TERM: 'dumb', LANG: 'C.UTF-8', PORT: String(port) },
      PATH: [join(room, 'bin'), ...paths, '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':'),
      ...{ SECRET, OTHER_SECRET, NPM_CONFIG_PREFIX: join(room, 'global') },
      ...{ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret', KWIT_URL: `http://127.0.0.1:${port}` },
      POSTGRES: (await ownDatabase('postgres')).url ?? assert.fail(),
    });
    for (const name of ['home', 'backups', 'opt', 'srv', 'image']) mkdirSync(join(room, name));
    if (isWhole) {
      execFileSync('git', ['clone', '--quiet', ROOT, world.folder]);
      // Files that are laid here are none of the clone's.
      writeFileSync(join(world.folder, '.git/info/exclude'), '*');
      mkdirSync(join(room, 'bin'));
    } else {
      mkdirSync(world.folder);
      await layShims(t, join(room, 'bin'), (text) => world.#seen?.show(text));
    }
    for (const [name, source] of Object.entries(LAID))
      cpSync(join(EXPORTS, source), join(world.folder, name), { recursive: true });
    cpSync(sampleOpenArca(t).path, join(room, 'srv/openarca'), { recursive: true });
    const files = {
      'jwt-secret': SECRET,
      'secrets-key': OTHER_SECRET,
      'old.csv': 'title,description\nIt jams,Every second page.\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(world.folder, name), text);
    t.after(() => Promise.all(world.#opened.map((terminal) => terminal.close())));
    return world;
  }

  /** Opens a terminal. */
  terminal(): Terminal {
    const terminal = new Terminal(this.folder, this.environment);
    this.#opened.push(terminal);
    this.#seen = terminal;
    return terminal;
  }

  /** Starts the Kwit of the team, unless it runs. */
  async run(): Promise<void> {
    if (this.#service !== null) return;
    this.#service = this.terminal();
    const { code, said } = await this.#service.serve('npm start');
    assert.equal(code, 0, said);
  }

  async stop(): Promise<void> {
    const service = this.#service;
    this.#service = null;
    await service?.interrupt();
    await service?.close();
  }

  /** Makes the team: two developers, tickets with a file, a sealed project that the first one leads. */
  async populate(): Promise<void> {
    const terminal = this.terminal();
    await expectDone(terminal, 'npm ci');
    for (const words of [
      'developer add me@',
      ...['me@', 'tom@'].flatMap((who) => [`person invite ${who}`, `developer add ${who}`]),
    ])
      await expectDone(terminal, `npm run kwit -- ${words}example.com`);
    await this.run();
    const printed = await expectDone(terminal, 'npm run kwit -- sign-in link me@example.com');
    await terminal.close();
    const [address = '', code] = [this.environment.KWIT_URL, /code=(\S+)/.exec(printed)?.[1]];
    const { token } = (await new Caller(address).post<SignedIn>('/api/auth/oidc/redeem', { code })).is(200);
    const dev = new Caller(address, token);
    const scope = { name: 'readme', scope: 'admin' };
    this.environment.KWIT_TOKEN = (await dev.post<NewToken>('/api/tokens', scope)).is(201).token;
    (await dev.post('/api/mail-in/secret')).is(201);
    const team = (await dev.post<Team>('/api/teams', { name: 'Lawyers' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    (await dev.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
    const file = [{ name: 'a.png', type: 'image/png', bytes: samples.png }];
    for (const title of ['The printer jams', 'The scanner is slow']) {
      const draft = { title, description: 'Every second page.' };
      const { id } = (await dev.post<{ id: string }>('/api/tickets', draft)).is(201);
      (await dev.post(`/api/tickets/${id}/attachments`, formOf({}, file))).is(201);
      (await dev.patch(`/api/tickets/${id}`, { title: `${title} again` })).is(200);
    }
  }
}

/** Types what has to succeed. @returns what it said. */
export async function expectDone(terminal: Terminal, line: string): Promise<string> {
  const { code, said } = await terminal.type(line);
  assert.equal(code, 0, `${line}: ${said}`);
  return said;
}
