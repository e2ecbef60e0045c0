import { spawnSync } from 'node:child_process';

/** A program of the system and what it reads. The token never stands among the arguments, which everybody can see. */
interface SystemCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string;
}

interface KeyringCommands {
  store(url: string, token: string): SystemCommand;
  find(url: string): SystemCommand;
  forget(url: string): SystemCommand;
}

const secretTool = (verb: string, url: string, more: readonly string[] = [], input = ''): SystemCommand => ({
  program: 'secret-tool',
  args: [verb, ...more, 'service', 'kwit', 'account', url],
  input,
});

/** `security -i` reads its commands from its input. */
const security = (line: string): SystemCommand => ({ program: 'security', args: ['-i'], input: `${line}\n` });

const VAULT = '$vault = New-Object Windows.Security.Credentials.PasswordVault';
const powershell = (...lines: string[]): SystemCommand => ({
  program: 'powershell.exe',
  args: ['-NoProfile', '-NonInteractive', '-Command', '-'],
  input: [
    "$ErrorActionPreference = 'Stop'",
    '[void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime]',
    VAULT,
    ...lines,
    '',
  ].join('\n'),
});

/** The keyring of each system, by its own programs. Addresses and tokens have no character that they could mistake. */
const KEYRINGS: Readonly<Partial<Record<NodeJS.Platform, KeyringCommands>>> = {
  linux: {
    store: (url, token) => secretTool('store', url, [`--label=Kwit at ${url}`], token),
    find: (url) => secretTool('lookup', url),
    forget: (url) => secretTool('clear', url),
  },
  darwin: {
    store: (url, token) => security(`add-generic-password -U -s kwit -a ${url} -w ${token}`),
    find: (url) => ({ program: 'security', args: ['find-generic-password', '-s', 'kwit', '-a', url, '-w'], input: '' }),
    forget: (url) => security(`delete-generic-password -s kwit -a ${url}`),
  },
  win32: {
    store: (url, token) =>
      powershell(
        `$vault.Add((New-Object Windows.Security.Credentials.PasswordCredential('kwit', '${url}', '${token}')))`,
      ),
    find: (url) => powershell(`$vault.Retrieve('kwit', '${url}').Password`),
    forget: (url) => powershell(`$vault.Remove($vault.Retrieve('kwit', '${url}'))`),
  },
};

/** The keyring of the system, which keeps a token by the address of its Kwit. */
export class Keyring {
  readonly #commands: KeyringCommands;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(commands: KeyringCommands, environment: NodeJS.ProcessEnv) {
    this.#commands = commands;
    this.#environment = environment;
  }

  /** @returns null where the system has none that works: a server, a container. */
  static open(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): Keyring | null {
    const commands = KEYRINGS[platform];
    return commands === undefined ? null : new Keyring(commands, environment);
  }

  /** Whether it keeps what it is given: it may be locked, or nobody may run it. */
  works(): boolean {
    const probe = 'http://kwit.invalid';
    const isWorking = this.store(probe, 'probe') && this.find(probe) === 'probe';
    if (isWorking) this.forget(probe);
    return isWorking;
  }

  store(url: string, token: string): boolean {
    return this.#run(this.#commands.store(url, token)) !== null;
  }

  find(url: string): string | null {
    return this.#run(this.#commands.find(url))?.trim() || null;
  }

  forget(url: string): void {
    this.#run(this.#commands.forget(url));
  }

  /** @returns what the program wrote; null when it failed or is not there. */
  #run({ program, args, input }: SystemCommand): string | null {
    const { status, stdout } = spawnSync(program, args, { input, encoding: 'utf8', env: this.#environment });
    return status === 0 ? stdout : null;
  }
}
