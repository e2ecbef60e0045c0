import { expect, test } from 'vitest'
import { SCREENS } from '../../contract/screens.ts'

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

/** Where a relative import leads, as a path below web/src. */
function resolved(from: string, to: string): string {
  return to.startsWith('.') ? new URL(to, `file:///src/${from.slice(2)}`).pathname.replace('/src/', './') : to
}

const imports: Import[] = Object.entries(sources).flatMap(([from, text]) =>
  [...text.matchAll(/^(import|export) (type )?[^'"]*?(?:from )?'([^']+)'/gms)].map(([, , type, to]) => ({
    from,
    to: resolved(from, to ?? ''),
    typeOnly: type !== undefined,
  })),
)

const folder = (path: string): string => path.split('/')[1] ?? ''

/** Pages and the shell compose features; features draw with design and speak through backend. */
const MAY_IMPORT: Record<string, string[]> = {
  observable: [],
  texts: ['observable'],
  backend: [],
  commands: ['observable'],
  design: ['texts', 'backend', 'observable'],
  session: ['design', 'backend', 'texts'],
  tickets: ['session', 'commands', 'design', 'backend', 'texts', 'observable'],
  ticket: ['tickets', 'session', 'commands', 'design', 'backend', 'texts'],
  shell: ['tickets', 'session', 'commands', 'design', 'backend', 'texts'],
  pages: ['ticket', 'tickets', 'session', 'commands', 'design', 'backend', 'texts'],
}

test('nothing imports from above itself', () => {
  const wrong = imports
    .filter(({ from, to }) => to.startsWith('./') && MAY_IMPORT[folder(from)] && !to.endsWith('.css'))
    .filter(({ from, to }) => folder(from) !== folder(to) && !MAY_IMPORT[folder(from)]?.includes(folder(to)))
    .map(
      ({ from, to }) =>
        `${from} must not import ${to}: ${folder(from)}/ may use ${MAY_IMPORT[folder(from)]?.join(', ')}`,
    )
  expect(wrong).toEqual([])
})

test('the contract gives types, and words without a schema, so that none is in the bundle', () => {
  const wrong = imports
    .filter(({ to, typeOnly }) => to.includes('/contract/') && !to.endsWith('/contract/words.ts') && !typeOnly)
    .map(({ from, to }) => `${from} must write "import type" for ${to}, or take its words from contract/words.ts`)
  expect(wrong).toEqual([])
})

test('a library that draws is imported in one file only', () => {
  for (const library of ['@tanstack/react-virtual', '@atlaskit/', 'uplot', 'marked', 'dompurify']) {
    const users = new Set(
      imports.filter(({ to }) => to.startsWith(library) && !to.endsWith('.css')).map(({ from }) => from),
    )
    expect([...users].length, `${library} is imported by ${[...users].join(' and ')}`).toBe(1)
  }
})

test('no page imports another page', () => {
  const page = (path: string): string | false => path.startsWith('./pages/') && path.split('/').slice(0, 3).join('/')
  const wrong = imports
    .filter(({ from, to }) => page(from) && page(to) && page(from) !== page(to))
    .map(({ from, to }) => `${from} must not import ${to}: what two pages need belongs to ticket/, tickets/ or design/`)
  expect(wrong).toEqual([])
})

test('the server knows what the addresses of the screens begin with', () => {
  const paths = [...(sources['./router.tsx'] ?? '').matchAll(/path: '\/([^'/]*)/g)].map(([, first]) => first)
  expect([...new Set(paths)].sort()).toEqual([...SCREENS])
})
