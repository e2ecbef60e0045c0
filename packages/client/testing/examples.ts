/** The examples of a page, run as a reader would run them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { marked } from 'marked'

export interface Example {
  readonly language: string
  readonly code: string
}

/** The blocks of code of a page, from the first to the last. */
export const examplesIn = (page: URL): Example[] =>
  marked
    .lexer(readFileSync(page, 'utf8'))
    .flatMap((token) => (token.type === 'code' ? [{ language: String(token.lang), code: String(token.text) }] : []))

export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Outcome>
}

/**
 * Starts an example in a process of its own, from a file in a folder that is gone when it has ended.
 *
 * @param env beside the environment of the tests.
 * @param input what it reads; nothing unless given.
 */
export function startExample({ code }: Example, env: Record<string, string>, input = ''): Running {
  // In the package's folder, where `@kwit/client` is found as in a program that has installed it.
  const folder = mkdtempSync(join(import.meta.dirname, '.example-'))
  const file = join(folder, 'example.ts')
  writeFileSync(file, code)
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: 'pipe' })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const ended = Promise.all([exited, text(child.stdout), text(child.stderr)])
    .then(([exit, out, err]) => ({ code: exit, out, err }))
    .finally(() => rmSync(folder, { recursive: true }))
  return { child, ended }
}
