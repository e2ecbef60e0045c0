import { freePort } from '../../server/testing/free-port.ts';
import { type Peer, REPORT, Session, startPeer } from './peer.ts';

const SERVER = '/usr/share/request-tracker5/libexec/rt-server';
const EVERY = encodeURIComponent("Queue = 'General'");

/** Request Tracker on Starman. Pages as a person opens them, signed in; reports by its REST interface. */
export async function requestTracker(): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const processes = await startPeer(
    SERVER,
    ['--host', '127.0.0.1', '--port', String(port), '--server', 'Starman', '--workers', '1'],
    '/tmp',
    url,
  );
  const session = new Session(url);
  const form = new URLSearchParams({ user: 'root', pass: 'benchbench' });
  await session.ask('/NoAuth/Login.html', '"Name":"root"', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(form),
  });
  const ticket = JSON.stringify({
    Queue: 'General',
    Subject: REPORT.title,
    Content: REPORT.text,
    ContentType: 'text/plain',
  });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: ticket };
  const total = async () =>
    Number(
      /"total"\s*:\s*"?(\d+)/.exec(await session.ask(`/REST/2.0/tickets?query=${EVERY}&per_page=1`, '"total"'))?.[1],
    );
  return {
    ...processes,
    name: 'Request Tracker',
    tickets: total,
    ticket: async () => void (await session.ask('/Ticket/Display.html?id=1', REPORT.title)),
    list: async () => void (await session.ask(`/Search/Results.html?Query=${EVERY}&Rows=50`, REPORT.title)),
    create: async () => void (await session.ask('/REST/2.0/ticket', '201', post)),
  };
}
