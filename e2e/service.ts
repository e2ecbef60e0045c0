/** Starts the installed server as a process, on a free port of the loopback interface. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Service {
  readonly url: string
  stop: () => Promise<void>
}

/** @param folder for all data. The process gets only the environment that is given here, and none of the machine's that says how Kwit behaves. */
export async function startService(folder: string, given: Record<string, string>): Promise<Service> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...given },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const ready = /^Kwit is ready: (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
      // Shows the log of the server, and hides the sentences for a person at a terminal.
      else if (line.startsWith('{')) process.stderr.write(`${line}\n`)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}`)))
  })
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    },
  }
}
