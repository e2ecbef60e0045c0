import type { Category, Priority, Status } from '../contract/tickets.ts'
import type { DemoName, DemoProject } from './people.ts'

/** What somebody said on a ticket; `internal` is for developers alone. */
export interface Said {
  readonly by: DemoName
  readonly text: string
  readonly internal?: true
}

/** One report and what became of it. */
export interface Story {
  readonly by: DemoName
  /** Days ago. */
  readonly ago: number
  readonly title: string
  readonly text: string
  readonly category: Category
  readonly urgency?: Priority
  readonly project: DemoProject
  /** Who took it; nobody when it is still to be looked at. */
  readonly to?: DemoName
  readonly status?: Status
  readonly priority?: Priority
  readonly hours?: number
  /** For which day it is planned, in days from now; none: a week after it was taken. */
  readonly due?: number
  readonly said?: readonly Said[]
  /** With which answer it was closed. */
  readonly answer?: string
  /** The title of the earlier story whose answer helped. */
  readonly solvedBy?: string
  /** It came back after its answer: what the reporter said, and the answer that held; none: it is being worked on. */
  readonly again?: { readonly text: string; readonly answer?: string }
  /** A file that came with the report. */
  readonly file?: { readonly name: string; readonly text: string }
}
