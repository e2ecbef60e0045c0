import type { FailureCode } from '../../contract/errors.ts'
import { filePart, formOf, type Part, type Sent } from './form.ts'
import type { Target } from './targets.ts'

/**
 * What is to come of a request: the types of the files that were taken, or else the code of the refusal; with
 * `validation_error`, the rules that were broken, in the order of the alphabet.
 */
export type Outcome = readonly string[] | FailureCode | `validation_error ${string}`

/** Something sent to every place that takes files. */
export interface Case {
  readonly what: string
  sent(target: Target): Sent
  expected(target: Target): Outcome
  /** The names under which the files are shown afterwards, where names are kept. */
  readonly names?: readonly string[]
}

/** The outcomes where files are hung on a ticket, and where one is a picture. */
interface Outcomes {
  readonly attached: Outcome
  readonly shown: Outcome
}

/** A case that is one file in the right part. `claim` '' is none. */
export function oneFile(
  what: string,
  file: { name?: string | Buffer; claim: string; bytes: string | Uint8Array },
  { attached, shown }: Outcomes,
): Case {
  return {
    what,
    sent: ({ fields, part }) => formOf([...fields, filePart(part, file.name ?? 'file', file.claim, file.bytes)]),
    expected: ({ isPicture }) => (isPicture ? shown : attached),
  }
}

/** A case of parts beside those that the target must have. */
export const someParts = (
  what: string,
  parts: (part: string) => readonly Part[],
  expected: (target: Target) => Outcome,
): Case => ({ what, sent: ({ fields, part }) => formOf([...fields, ...parts(part)]), expected })

export const REFUSED: Outcomes = { attached: 'unsupported_file_type', shown: 'unsupported_file_type' }
/** Taken where files are hung on tickets, and no picture. */
export const only = (type: string): Outcomes => ({ attached: [type], shown: 'unsupported_file_type' })
export const both = (type: string): Outcomes => ({ attached: [type], shown: [type] })
/** A picture of which there is too much for an avatar. */
export const tooLargeToShow = (type: string): Outcomes => ({ attached: [type], shown: 'file_too_large' })
