import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorOfResponse, Kwit } from '@kwit/client';
import type { AccountOptions } from '../command.ts';
import { NotSignedIn, UsageError } from '../exit.ts';
import { readNamedFile } from '../files.ts';
import { Keyring } from './keyring.ts';

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

/** `~/.config/kwit/hosts.json`, or where the system keeps settings. */
function hostsFileOf({ XDG_CONFIG_HOME, APPDATA }: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const settings = XDG_CONFIG_HOME || (platform === 'win32' && APPDATA) || join(homedir(), '.config');
  return join(settings, 'kwit', 'hosts.json');
}

function readHosts(file: string): Hosts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Hosts;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { current: null, hosts: {} };
    throw new Error(`${file} cannot be read. Put it right, or remove it and sign in again.`, { cause: error });
  }
}

/** Replaces the file whole. Nobody but its owner may read it. */
function writeHosts(file: string, hosts: Hosts): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(hosts, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

/** Which Kwit, and as whom. What a command says goes first, then the environment, then the last sign-in. */
export class Account {
  readonly file: string;
  readonly #options: AccountOptions;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #keyring: Keyring | null;
  readonly #stderr: Pick<NodeJS.WritableStream, 'write'>;

  constructor(options: AccountOptions, { env, platform, stderr }: Pick<NodeJS.Process, 'env' | 'platform' | 'stderr'>) {
    this.#options = options;
    this.#stderr = stderr;
    this.#environment = env;
    this.#keyring = Keyring.open(platform, env);
    this.file = hostsFileOf(env, platform);
  }

  /** The address of the Kwit, without anything behind its host and port. @throws NotSignedIn when there is none. */
  get url(): string {
    const address = this.#options.url ?? (this.#environment.KWIT_URL || this.#hosts.current);
    if (address === null) throw new NotSignedIn('Sign in first: kwit login https://tickets.example.com');
    return originOf(address);
  }

  get kwit(): Kwit {
    return new Kwit({ url: this.url, token: this.credential.token, fetch: (request) => this.#fetch(request) });
  }

  /** Sends a request. The person who waits reads why, since the client sends it again by itself. */
  async #fetch(request: Request): Promise<Response> {
    const response = await fetch(request);
    if (response.ok || !response.headers.has('Retry-After')) return response;
    const { code, message, retryAfter } = await errorOfResponse(response.clone());
    this.#stderr.write(`${code}: ${message} Kwit asks to come again in ${retryAfter} s.\n`);
    return response;
  }

  /** $KWIT_TOKEN, then --token-file, then what `kwit login` has kept. @throws NotSignedIn */
  get credential(): { readonly token: string; readonly place: string } {
    const { KWIT_TOKEN } = this.#environment;
    const file = this.#options['token-file'];
    if (KWIT_TOKEN) return { token: KWIT_TOKEN.trim(), place: '$KWIT_TOKEN' };
    if (file !== undefined) return { token: readNamedFile(file).toString().trim(), place: file };
    const stored = this.#hosts.hosts[this.url];
    const source = stored?.in === 'file' ? { token: stored.token, place: this.file } : stored && this.#inKeyring();
    if (source) return source;
    throw new NotSignedIn(`There is no token for ${this.url}. Sign in: kwit login ${this.url}`);
  }

  get keyring(): Keyring | null {
    return this.#keyring?.works() ? this.#keyring : null;
  }

  /** Keeps where the token of an address lies, and makes it the current one. */
  keep(url: string, stored: Stored): void {
    writeHosts(this.file, { current: url, hosts: { ...this.#hosts.hosts, [url]: stored } });
  }

  forget(): void {
    const { [this.url]: stored, ...others } = this.#hosts.hosts;
    if (stored?.in === 'keyring') this.#keyring?.forget(this.url);
    writeHosts(this.file, { current: Object.keys(others)[0] ?? null, hosts: others });
  }

  get #hosts(): Hosts {
    return readHosts(this.file);
  }

  #inKeyring(): Account['credential'] | null {
    const token = this.#keyring?.find(this.url) ?? null;
    return token === null ? null : { token, place: "the system's keyring" };
  }
}

/** @throws UsageError for what is no address of a server. */
export function originOf(address: string): string {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!/^https?:/i.test(whole) || !URL.canParse(whole)) throw new UsageError(`“${address}” is no address of a Kwit.`);
  const { origin, pathname, search } = new URL(whole);
  if (pathname !== '/' || search !== '')
    throw new UsageError(`Kwit answers at the root of its address: say ${origin}, not “${address}”.`);
  return origin;
}
