import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '../../users/address.ts'
import { matchColumns, refuseHeader } from '../csv/column-names.ts'
import { csvRows, readHeader } from '../csv/csv-table.ts'
import { fileOnDisk, sha256Of } from '../csv/file-on-disk.ts'
import { ImportRefused } from '../import-refused.ts'
import type { IncomingPerson } from '../incoming/incoming-ticket.ts'
import { GithubTickets } from './github-tickets.ts'
import { readArchive } from './read-archive.ts'
import { readIssueFiles } from './read-issues.ts'

/** What `kwit import github` was asked for, as it is kept to go on with. Paths are whole. */
export interface GithubOptions {
  readonly product: 'github'
  /** Files of issues and of comments, or one archive. */
  readonly paths: readonly string[]
  /** A table of `login, email, name`; null for none. */
  readonly peoplePath: string | null
  readonly meanings: Readonly<Record<string, string>>
  readonly labelsAsProjects: boolean
  readonly lastCommentAnswers: boolean
}

export interface OpenGithub extends AsyncDisposable {
  readonly source: GithubTickets
  readonly pullRequests: number
}

/** Whether it is a migration archive, and no list of issues. */
export const isArchive = ({ paths: [first = ''] }: GithubOptions): boolean => /\.(tar\.gz|tgz)$/.test(first)

/** Opens what options name. @throws ImportRefused for files that cannot be read, and for nothing in them. */
export async function openGithub(options: GithubOptions): Promise<OpenGithub> {
  const files = await Promise.all(options.paths.map(fileOnDisk))
  const folder = await mkdtemp(join(tmpdir(), 'kwit-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const people = options.peoplePath === null ? new Map() : await readPeople(options.peoplePath)
    const [first = ''] = options.paths
    const read = isArchive(options) ? await readArchive(first, folder) : await readIssueFiles(options.paths)
    if (read.issues.length + read.bad.length === 0) throw new ImportRefused('There is no issue in these files.')
    const { labelsAsProjects, lastCommentAnswers } = options
    const choice = { meanings: new Map(Object.entries(options.meanings)), labelsAsProjects, lastCommentAnswers, people }
    const source = new GithubTickets(read, await sha256Of(files), choice)
    return { source, pullRequests: read.pullRequests, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const PEOPLE_COLUMNS = { login: ['github'], email: ['e-mail', 'mail'], name: ['imię i nazwisko'] } as const
const FORM = { encoding: 'utf-8', separator: null } as const

/** The people of a table, by their logins. @throws ImportRefused naming the line. */
async function readPeople(path: string): Promise<Map<string, IncomingPerson>> {
  const file = await fileOnDisk(path)
  const match = (header: readonly string[]) =>
    matchColumns<keyof typeof PEOPLE_COLUMNS>(PEOPLE_COLUMNS, ['login', 'email'], header, {
      meant: {},
      ignoresUnknown: false,
    })
  const table = await readHeader(file, FORM, (cell) => match([cell]).columns[0] !== null)
  const { columns, problems } = match(table.header)
  refuseHeader(file.name, problems)
  const people = new Map<string, IncomingPerson>()
  for await (const { line, cells } of csvRows(file, FORM, table)) {
    const cell = (name: keyof typeof PEOPLE_COLUMNS) => cells[columns.indexOf(name)]?.trim() ?? ''
    const [login, email] = [cell('login').toLowerCase(), addressOf(cell('email'))]
    if (login === '' || !/^[^\s@<>]+@[^\s@<>]+$/.test(email))
      throw new ImportRefused(`${file.name}, line ${line}: login and email must be there, and email an address.`)
    people.set(login, { email, name: cell('name') || null })
  }
  return people
}
