/**
 * Makes what a version leaves behind, for `upgrade.proof.test.ts` of later ones: run it in a clone of that version.
 *
 *     node proofs/upgrades/leave-behind.ts <folder> [<address of an empty PostgreSQL database>]
 *
 * It fills the demonstration, adds what people set up beside it by the interface alone, stops, and exports. The folder gets
 * `data/`, `export.tar.gz`, and of SQLite `sqlite.tar.gz`; dump PostgreSQL by
 * `pg_dump --inserts --rows-per-insert=100 --no-owner --no-privileges`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [place = '', url] = process.argv.slice(2);
const [root, out] = [join(import.meta.dirname, '../..'), resolve(place)];
/** `upgrade.proof.test.ts` opens with it what was sealed on PostgreSQL. */
const SECRET = 'upgrade-proof-upgrade-proof-upgrade-proof';
const env = {
  PATH: process.env.PATH ?? '',
  DATA_DIR: join(out, 'data'),
  PORT: '0',
  ALLOWED_DOMAINS: 'example.com',
  OUTBOUND_ALLOW: '127.0.0.1:9',
  ...(url ? { DATABASE_URL: url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
};
mkdirSync(out, { recursive: true });
const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });

run('bin/demo.ts');
const service = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
const address = await new Promise<string>((ready) =>
  service.stdout.on('data', (chunk) => {
    said += chunk;
    const [, at] = /Kwit is ready: (http\S+)/.exec(said) ?? [];
    if (at) ready(at);
  }),
);

let token = '';

/** @throws Error for a refusal: this version must know each of them. */
async function ask<T = { id: string }>(method: string, path: string, body?: object | FormData): Promise<T> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(isForm || !body ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await fetch(address + path, {
    method,
    headers,
    body: isForm ? body : body ? JSON.stringify(body) : null,
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

await ask('POST', '/api/auth/request-otp', { email: 'ewa@example.com' });
const [mail] = await ask<{ text: string }[]>('GET', '/dev/mailbox');
const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0];
({ token } = await ask<{ token: string }>('POST', '/api/auth/verify-otp', { email: 'ewa@example.com', code }));

const tickets = await ask<{ id: string }[]>('GET', '/api/tickets?limit=20');
const people = await ask<{ id: string; email: string }[]>('GET', '/api/users');
const idOf = (name: string) => people.find(({ email }) => email === `${name}@example.com`)?.id ?? '';
const ticket = (at: number) => `/api/tickets/${tickets.at(at)?.id}`;

await ask('PATCH', '/api/settings', { app_name: 'Kwit of Kraków', app_url: 'https://desk.example.com' });
await ask('POST', '/api/webhooks', { url: 'https://hooks.example.com/kwit', events: ['*'], description: 'All of it' });
const team = await ask('POST', '/api/teams', { name: 'HR' });
await ask('PUT', `/api/teams/${team.id}/members/${idOf('ewa')}`, { is_lead: true });
await ask('PUT', `/api/teams/${team.id}/members/${idOf('olga')}`, {});
const teams = [{ team_id: team.id, level: 'work' }];
const sealed = await ask('POST', '/api/projects', { name: 'Payroll', sealed: true, teams });
const draft = { title: 'My payslip lacks a page', description: 'Page 2 of *October* is blank.', project_id: sealed.id };
const apart = await ask('POST', '/api/tickets', draft);
await ask('POST', `/api/tickets/${apart.id}/comments`, { content: 'We look into it.', is_internal: true });
await ask('PATCH', ticket(1), { restricted: true });
await ask('PUT', `${ticket(1)}/people/${idOf('priya')}`, {});
await ask('PUT', `${ticket(2)}/following`);
const label = await ask('POST', '/api/labels', { name: 'network', color: 'blue' });
await ask('PATCH', ticket(3), { labels: [label.id] });
const twice = await ask('POST', '/api/tickets', {
  title: 'Payslip again',
  description: 'As before.',
  project_id: sealed.id,
});
await ask('POST', `/api/tickets/${twice.id}/merge`, { into: apart.id, mode: 'join', confirm: true });
await ask('POST', `${ticket(4)}/merge`, { into: tickets.at(5)?.id, mode: 'beside' });
await ask('POST', '/api/views', { name: 'Mine', page: 'board', query: 'assignee=me' });
await ask('POST', `${ticket(6)}/external-references`, { ref_type: 'git_pr', url: 'https://git.example.com/42' });
const form = new FormData();
form.append('attachments', new Blob(['a page of the log\n'], { type: 'text/plain' }), 'log.txt');
await ask('POST', `${ticket(6)}/attachments`, form);
await ask('PATCH', '/api/settings', {
  ...{ mail_provider: 'smtp', smtp_host: 'mail.example.com', smtp_user: 'kwit', smtp_pass: 'a password' },
  smtp_from: 'kwit@example.com',
});

service.kill('SIGTERM');
await new Promise((gone) => service.once('exit', gone));
run('bin/kwit.ts', 'export', join(out, 'export.tar'), '--with-events');
execFileSync('gzip', ['-9nf', join(out, 'export.tar')]);
if (!url)
  execFileSync('tar', [
    '-czf',
    join(out, 'sqlite.tar.gz'),
    '-C',
    join(out, 'data'),
    'kwit.db',
    'secrets.json',
    'files',
  ]);
process.stdout.write(`${out} is complete.\n`);
