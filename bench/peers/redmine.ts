import { freePort } from '../../server/testing/free-port.ts';
import { type Peer, REPORT, Session, startPeer } from './peer.ts';

/** Redmine on Puma. Pages as a person opens them, signed in; reports by its REST interface. */
export async function redmine(): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const processes = await startPeer(
    'puma',
    ['-e', 'production', '-b', `tcp://127.0.0.1:${port}`, '-t', '1:1'],
    '/usr/share/redmine',
    `${url}/login`,
  );
  const session = new Session(url);
  const token =
    /name="authenticity_token" value="([^"]+)"/.exec(await session.ask('/login', 'authenticity_token'))?.[1] ?? '';
  const form = new URLSearchParams({ authenticity_token: token, username: 'admin', password: 'benchbench' });
  await session.ask('/login', '302', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(form),
  });
  const key = /<pre>(\w+)<\/pre>/.exec(await session.ask('/my/api_key', '<pre>'))?.[1] ?? '';
  const json = { 'content-type': 'application/json', 'x-redmine-api-key': key };
  const issue = JSON.stringify({ issue: { project_id: 'bench', subject: REPORT.title, description: REPORT.text } });
  const total = async () =>
    Number(
      /"total_count":(\d+)/.exec(await session.ask('/issues.json?limit=1', 'total_count', { headers: json }))?.[1],
    );
  return {
    ...processes,
    name: 'Redmine',
    tickets: total,
    ticket: async () => void (await session.ask('/issues/1', REPORT.title)),
    list: async () => void (await session.ask('/issues?set_filter=1&per_page=50', REPORT.title)),
    create: async () => void (await session.ask('/issues.json', '201', { method: 'POST', headers: json, body: issue })),
  };
}
