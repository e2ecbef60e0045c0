import { runCommandLine } from '../command-line.ts'
import type { App } from './start-app.ts'

/** Types a command of the server beside a running service. @returns its exit code, and what it said. */
export async function type({ environment, clock }: Pick<App, 'environment' | 'clock'>, ...words: readonly string[]) {
  const said: string[] = []
  const code = await runCommandLine(words, { environment, clock, say: (text) => said.push(text) })
  return { code, said: said.join('\n') }
}
