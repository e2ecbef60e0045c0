/** The server as it is installed, in a process of its own, on a free port of the loopback. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Service {
  readonly url: string
  stop: () => Promise<void>
}

/** Keeps everything in `folder`. Of the environment it knows what it is given, and nothing of the machine's. */
export async function startService(folder: string, given: Record<string, string>): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH, HOME, TMPDIR } = process.env
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, PORT: String(port), DATA_DIR: folder, APP_URL: url, LOG_LEVEL: 'warn', ...given },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(url, server)
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}`)
    const ready = await fetch(`${url}/ready`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
