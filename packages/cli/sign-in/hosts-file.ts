import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the token of a Kwit lies. */
export type Stored = { readonly email: string } & (
  | { readonly in: 'keyring' }
  | { readonly in: 'file'; readonly token: string }
);

export interface Hosts {
  /** The address that was signed in to last. */
  readonly current: string | null;
  /** By the address of each. */
  readonly hosts: Readonly<Record<string, Stored>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `~/.config/kwit/hosts.json`, or where the system keeps settings. */
export function hostsFileOf({ XDG_CONFIG_HOME, APPDATA }: Environment, platform: NodeJS.Platform): string {
  const settings = XDG_CONFIG_HOME || (platform === 'win32' && APPDATA) || join(homedir(), '.config');
  return join(settings, 'kwit', 'hosts.json');
}

export function readHosts(file: string): Hosts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Hosts;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { current: null, hosts: {} };
    throw new Error(`${file} cannot be read. Put it right, or remove it and sign in again.`, { cause: error });
  }
}

/** Replaces the file whole. Nobody but its owner may read it. */
export function writeHosts(file: string, hosts: Hosts): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(hosts, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
