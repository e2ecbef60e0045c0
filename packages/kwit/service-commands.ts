import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Where Kwit is installed, and for what. */
interface Installation {
  /** The command that starts the service, without its words: an absolute path. */
  readonly command: string;
  /** The data folder: an absolute path. */
  readonly data: string;
  readonly url: string;
}

const STATE = '/var/lib/';

/** The unit of systemd (docs/operating/systemd.md). A folder under /var/lib is systemd's to make; another one is to be there. */
function unitOf({ command, data }: Installation): string {
  const isState = data.startsWith(STATE) && !data.slice(STATE.length).includes('/');
  return `[Unit]
Description=Kwit
# A database that is away for long must not make systemd give up.
StartLimitIntervalSec=0
After=network-online.target
Wants=network-online.target

[Service]
# 0600, root: one VARIABLE=value a line (docs/operating/environment.md).
EnvironmentFile=/etc/kwit.env
Environment=NODE_ENV=production MALLOC_ARENA_MAX=1
ExecStart=${command} serve
DynamicUser=yes
${isState ? `StateDirectory=${data.slice(STATE.length)}\nStateDirectoryMode=0700` : `ReadWritePaths=${data}`}
UMask=0077
Restart=on-failure
RestartSec=5
TimeoutStopSec=20
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
LockPersonality=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
`;
}

const key = (): string => randomBytes(32).toString('base64url');

/** The environment of the service, with keys of its own: whoever has them reads its secrets. */
export const environmentOf = ({ data, url }: Installation): string => `DATA_DIR=${data}
APP_URL=${url}
JWT_SECRET=${key()}
SECRETS_KEY=${key()}
`;

const SECRET = /^(JWT_SECRET|SECRETS_KEY)=.*$/gm;

/** The lines of a file that differ; secrets are each their own, and never shown. */
export function differences(present: string, planned: string): string[] {
  const lines = (text: string) => new Set(text.replace(SECRET, '$1=…').trimEnd().split('\n'));
  const [now, then] = [lines(present), lines(planned)];
  return [
    ...[...now].filter((line) => !then.has(line)).map((line) => `- ${line}`),
    ...[...then].filter((line) => !now.has(line)).map((line) => `+ ${line}`),
  ];
}

/** Folders that the unit hides from the service, or that are gone at the next start. */
const HIDDEN = /^\/(home|root|run|tmp|var\/tmp)(\/|$)/;

const UNIT = '/etc/systemd/system/kwit.service';
const ENVIRONMENT = '/etc/kwit.env';
const MOST_WAITS = 60;

interface ServiceWords extends Installation {
  /** Only shows what it would write. */
  readonly prints: boolean;
  /** Writes over what is there and differs. */
  readonly replaces: boolean;
}

type Say = (text: string) => void;

function systemctl(...args: string[]): boolean {
  return spawnSync('systemctl', args, { stdio: 'inherit' }).status === 0;
}

/** @returns why systemd cannot be told here; null when it can. */
function obstacle(): string | null {
  if (process.getuid?.() !== 0) return 'This needs root: type it again behind sudo.';
  return existsSync('/run/systemd/system')
    ? null
    : 'No systemd runs on this machine. --print shows the files, for whoever starts services here.';
}

/** @throws Error in words. */
function refuseMistakes({ command, data, url }: Installation): void {
  if (!isAbsolute(data)) throw new Error(`--data is a whole path such as /var/lib/kwit, not “${data}”.`);
  if (!/^https?:/.test(url) || !URL.canParse(url) || new URL(url).origin !== url.replace(/\/$/, ''))
    throw new Error(`--url is the address at which people open Kwit, such as https://desk.example.com, not “${url}”.`);
  if (!isAbsolute(command))
    throw new Error(
      'Kwit was not started from an archive: systemd needs a whole path. Use kwit/bin/kwit of a release.',
    );
  for (const path of [command, data])
    if (HIDDEN.test(path))
      throw new Error(`The service may not read ${path}. Unpack Kwit into /opt, and keep its data in /var/lib/kwit.`);
}

/** `kwit service install`. @returns the exit code. */
export async function installService(words: ServiceWords, say: Say): Promise<number> {
  refuseMistakes(words);
  const files = [
    { path: UNIT, content: unitOf(words), mode: 0o644 },
    { path: ENVIRONMENT, content: environmentOf(words), mode: 0o600 },
  ];
  if (words.prints) {
    for (const { path, content, mode } of files) say(`# ${path} (${mode.toString(8).padStart(4, '0')})\n${content}`);
    return 0;
  }
  const problem = obstacle();
  if (problem !== null) throw new Error(problem);
  const others = files.flatMap(({ path, content }) =>
    existsSync(path) ? differences(readFileSync(path, 'utf8'), content).map((line) => `${path}: ${line}`) : [],
  );
  if (others.length > 0 && !words.replaces) {
    say(
      `There is another service already, and nothing was changed:\n${others.join('\n')}\n--replace writes over it, but keeps its keys.`,
    );
    return 1;
  }
  for (const { path, content, mode } of files)
    writeFileSync(path, path === ENVIRONMENT ? withKeysOfBefore(content) : content, { mode });
  if (!systemctl('daemon-reload') || !systemctl('enable', '--now', 'kwit')) return 1;
  if (!(await isReady())) {
    say('Kwit does not answer yet. journalctl -u kwit says why.');
    return 1;
  }
  const asTheService = (command: string) => `  sh -c 'set -a; . ${ENVIRONMENT}; exec ${words.command} ${command}'`;
  say(`Kwit runs, and starts with this machine. Become its first developer, as root, with your own address:
${asTheService('developer add me@example.com')}
Then open ${words.url} and sign in. While it sends no mail, this prints an address that signs you in:
${asTheService('sign-in link me@example.com')}`);
  return 0;
}

/** Sealed secrets stay readable: keys that are there are kept. */
function withKeysOfBefore(content: string): string {
  if (!existsSync(ENVIRONMENT)) return content;
  const before = readFileSync(ENVIRONMENT, 'utf8');
  return content.replace(SECRET, (line, name: string) => new RegExp(`^${name}=.*$`, 'm').exec(before)?.[0] ?? line);
}

async function isReady(): Promise<boolean> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const answer = await fetch('http://127.0.0.1:4000/ready').catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

/** `kwit service uninstall`: takes the unit away, and leaves data and keys. @returns the exit code. */
export function uninstallService(say: Say): number {
  const problem = obstacle();
  if (problem !== null) throw new Error(problem);
  if (!existsSync(UNIT)) {
    say('There is no service of Kwit.');
    return 0;
  }
  systemctl('disable', '--now', 'kwit');
  rmSync(UNIT);
  systemctl('daemon-reload');
  say(`Kwit does not start any more. Its data and ${ENVIRONMENT} are still there.`);
  return 0;
}
