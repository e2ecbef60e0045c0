import { spawnSync } from 'node:child_process'

/** A program of the system and what it reads. The token never stands among the arguments, which everybody can see. */
interface Errand {
  readonly program: string
  readonly args: readonly string[]
  readonly input: string
}

interface Errands {
  store(url: string, token: string): Errand
  find(url: string): Errand
  forget(url: string): Errand
}

const secretTool = (verb: string, url: string, more: readonly string[] = [], input = ''): Errand => ({
  program: 'secret-tool',
  args: [verb, ...more, 'service', 'kwit', 'account', url],
  input,
})

/** `security -i` reads its commands from its input. */
const security = (line: string): Errand => ({ program: 'security', args: ['-i'], input: `${line}\n` })

const VAULT = '$vault = New-Object Windows.Security.Credentials.PasswordVault'
const powershell = (...lines: string[]): Errand => ({
  program: 'powershell.exe',
  args: ['-NoProfile', '-NonInteractive', '-Command', '-'],
  input: [
    "$ErrorActionPreference = 'Stop'",
    '[void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime]',
    VAULT,
    ...lines,
    '',
  ].join('\n'),
})

/** The keyring of each system, by its own programs. Addresses and tokens have no character that they could mistake. */
const KEYRINGS: Readonly<Partial<Record<NodeJS.Platform, Errands>>> = {
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
}

/** What a keyring may keep: a token, by the address of its Kwit. */
export class Keyring {
  readonly #errands: Errands
  readonly #environment: NodeJS.ProcessEnv

  private constructor(errands: Errands, environment: NodeJS.ProcessEnv) {
    this.#errands = errands
    this.#environment = environment
  }

  /** @returns null where the system has none that works: a server, a container. */
  static open(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): Keyring | null {
    const errands = KEYRINGS[platform]
    return errands === undefined ? null : new Keyring(errands, environment)
  }

  /** Whether it keeps what it is given: it may be locked, or nobody may run it. */
  works(): boolean {
    const probe = 'http://kwit.invalid'
    const kept = this.store(probe, 'probe') && this.find(probe) === 'probe'
    if (kept) this.forget(probe)
    return kept
  }

  store(url: string, token: string): boolean {
    return this.#run(this.#errands.store(url, token)) !== null
  }

  find(url: string): string | null {
    return this.#run(this.#errands.find(url))?.trim() || null
  }

  forget(url: string): void {
    this.#run(this.#errands.forget(url))
  }

  /** @returns what the program wrote; null when it failed or is not there. */
  #run({ program, args, input }: Errand): string | null {
    const { status, stdout } = spawnSync(program, args, { input, encoding: 'utf8', env: this.#environment })
    return status === 0 ? stdout : null
  }
}
