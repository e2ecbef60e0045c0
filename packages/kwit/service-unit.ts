import { randomBytes } from 'node:crypto';

/** Where Kwit is installed, and for what. */
export interface Installation {
  /** The command that starts the service, without its words: an absolute path. */
  readonly command: string;
  /** The data folder: an absolute path. */
  readonly data: string;
  /** The address at which people open Kwit. */
  readonly url: string;
}

const STATE = '/var/lib/';

/** The unit of systemd (docs/operating/systemd.md). A folder under /var/lib is systemd's to make; another one is to be there. */
export function unitOf({ command, data }: Installation): string {
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

/** What of a file differs, line by line; secrets are each their own, and never shown. */
export function differences(present: string, wanted: string): string[] {
  const lines = (text: string) => new Set(text.replace(SECRET, '$1=…').trimEnd().split('\n'));
  const [now, then] = [lines(present), lines(wanted)];
  return [
    ...[...now].filter((line) => !then.has(line)).map((line) => `- ${line}`),
    ...[...then].filter((line) => !now.has(line)).map((line) => `+ ${line}`),
  ];
}
