import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import type { NewToken } from '../../contract/tokens.ts';
import type { Caller } from '../../server/testing/caller.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { type Example, examplesIn, type Outcome, startExample } from '../client/testing/examples.ts';
import { Machine } from './testing/typed.ts';

const PAGE = new URL('../../docs/integrations.md', import.meta.url);
const examples = examplesIn(PAGE);
const TELL = 'sh tell-kwit --repository shop/web --version 1.0 --environment production';
const script = examples.find(({ code }) => code.includes('# tell-kwit '))?.code ?? '';

interface Step {
  readonly run?: string;
  readonly script?: string;
}

/** The shell lines of an example. */
function shellOf({ language, code }: Example): string {
  if (language === 'groovy') return /\bsh '([^']+)'/.exec(code)?.[1] ?? '';
  if (language !== 'yaml') return code;
  const steps = Object.values(parse(code) as Record<string, Step>);
  return steps.map(({ run, script: line }) => run ?? line ?? '').join('');
}

/** The variables that each pipeline sets for its steps. */
const PIPELINES: Readonly<Record<string, (version: string, previous: string) => Record<string, string>>> = {
  GITHUB_REPOSITORY: (version) => ({ GITHUB_REPOSITORY: 'shop/web', GITHUB_REF_NAME: version }),
  CI_PROJECT_PATH: (version) => ({ CI_PROJECT_PATH: 'shop/web', CI_COMMIT_TAG: version }),
  BUILD_TAG: (version, previous) => ({ BUILD_TAG: version, GIT_PREVIOUS_SUCCESSFUL_COMMIT: previous }),
  '> deployed': () => ({}),
};

/** A repository with the script in it. */
class Repository {
  readonly machine = new Machine();

  constructor() {
    this.machine.addProgram('kwit', `import(${JSON.stringify(join(import.meta.dirname, 'main.ts'))})`);
    this.git('init', '--quiet');
    writeFileSync(join(this.machine.home, 'tell-kwit'), script);
  }

  git(...args: string[]): string {
    const as = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com'];
    return execFileSync('git', [...as, ...args], { cwd: this.machine.home, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  commit = (message: string) => this.git('commit', '--quiet', '--allow-empty', '-m', message);

  /** Runs lines as pipelines do, which end at the first error. */
  async runs(code: string, env: Record<string, string>, cwd = this.machine.home): Promise<Outcome> {
    const path = `${join(this.machine.home, 'bin')}:${process.env.PATH}`;
    return startExample({ language: 'sh', code }, { ...env, PATH: path, BEFORE: '' }, cwd).ended;
  }
}

onEachDatabase('a pipeline of docs/integrations.md', (app) => {
  const repositories: Repository[] = [];
  let account: Record<string, string>;
  const repository = () => {
    const made = new Repository();
    repositories.push(made);
    return made;
  };
  const versionOf = async (reader: Caller, id: string) =>
    (await reader.get<{ live: { version: string } | null }>(`/api/tickets/${id}`)).is(200).live?.version;
  before(async () => {
    const dev = await app().cast.dev;
    const { token } = (await dev.post<NewToken>('/api/tokens', { name: 'Pipeline', scope: 'shipments' })).is(201);
    account = { KWIT_URL: app().address, KWIT_TOKEN: token };
  });
  after(() => {
    for (const { machine } of repositories) machine.close();
  });

  for (const [word, environmentOf] of Object.entries(PIPELINES))
    test(`says at its first release and at the next what is live: ${word}`, async () => {
      const { ada, dev } = await app().cast.all();
      const tickets = [await ada.opens(), await ada.opens(), await ada.opens()] as const;
      const shop = repository();
      const example = examples.find(({ code }) => code.includes(word));
      assert.ok(example);
      const lines = shellOf(example);
      let previous = '';
      const releases = async (version: string) => {
        shop.git('tag', version);
        const { code, err, out } = await shop.runs(lines, { ...account, ...environmentOf(version, previous) });
        assert.equal(code, 0, err);
        previous = shop.git('rev-parse', 'HEAD');
        return out;
      };
      const [first, second, third] = tickets.map(({ number }) => number);
      shop.commit(`Begin, kwit#${first}`);
      shop.commit(`Go on, kwit#${second}`);
      assert.equal(await releases('1.0'), `#${first}\tlinked\n#${second}\tlinked\n`);
      shop.commit(`More, kwit#${third}`);
      assert.equal(await releases('1.1'), `#${third}\tlinked\n`);
      const versions = await Promise.all(tickets.map(({ id }) => versionOf(dev, id)));
      assert.deepEqual(versions, ['1.0', '1.0', '1.1']);
    });

  test('ends with an error where something is missing, and sends nothing', async () => {
    const { ada, dev } = await app().cast.all();
    const { id, number } = await ada.opens();
    const shop = repository();
    shop.commit('Begin');
    shop.commit(`Go on, kwit#${number}`);
    const shallow = join(shop.machine.home, 'shallow');
    shop.git('add', 'tell-kwit');
    shop.commit('The script');
    shop.git('clone', '--quiet', '--depth', '1', `file://${shop.machine.home}`, shallow);
    const failures = [
      await shop.runs(TELL, account, shallow),
      await shop.runs(TELL, { ...account, KWIT_TOKEN: 'kwit_pat_wrong' }),
      await shop.runs(`BEFORE=v9 ${TELL}`, account),
    ];
    assert.deepEqual(
      failures.map(({ code, err }) => [code === 0, /Clone the whole|unauthorized|unknown revision/.exec(err)?.[0]]),
      [
        [false, 'Clone the whole'],
        [false, 'unauthorized'],
        [false, 'unknown revision'],
      ],
    );
    const shell = examples.find(({ code }) => code.includes('> deployed'));
    assert.ok(shell);
    assert.notEqual((await shop.runs(shellOf(shell), { ...account, KWIT_TOKEN: 'kwit_pat_wrong' })).code, 0);
    assert.throws(() => readFileSync(join(shop.machine.home, 'deployed')));
    assert.equal(await versionOf(dev, id), undefined);
  });
});
