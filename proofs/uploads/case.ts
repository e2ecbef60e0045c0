import type { FailureCode } from '../../contract/errors.ts';
import { filePart, formOf, type Part, type Sent } from './form.ts';
import type { Target } from './targets.ts';

/**
 * The expected outcome: the types of the files that the service takes, or the code of its refusal; after
 * `validation_error`, the names of the broken rules in alphabetical order.
 */
export type Outcome = readonly string[] | FailureCode | `validation_error ${string}`;

/** A request that is sent to every target. */
export interface Case {
  readonly what: string;
  sent(target: Target): Sent;
  expected(target: Target): Outcome;
  /** The expected names of the files afterwards, where a target keeps names. */
  readonly names?: readonly string[];
}

/** The expected outcome for attachments, and the one for pictures. */
interface Outcomes {
  readonly attached: Outcome;
  readonly shown: Outcome;
}

/** A case of one file in the right part. `claim` is its content type; '' for none. */
export function oneFile(
  what: string,
  file: { name?: string | Buffer; claim: string; bytes: string | Uint8Array },
  { attached, shown }: Outcomes,
): Case {
  return {
    what,
    sent: ({ fields, part }) => formOf([...fields, filePart(part, file.name ?? 'file', file.claim, file.bytes)]),
    expected: ({ isPicture }) => (isPicture ? shown : attached),
  };
}

/** A case of parts that come after the fields that the target must have. */
export const someParts = (
  what: string,
  parts: (part: string) => readonly Part[],
  expected: (target: Target) => Outcome,
): Case => ({ what, sent: ({ fields, part }) => formOf([...fields, ...parts(part)]), expected });

export const REFUSED: Outcomes = { attached: 'unsupported_file_type', shown: 'unsupported_file_type' };
/** Taken as an attachment, refused as a picture. */
export const only = (type: string): Outcomes => ({ attached: [type], shown: 'unsupported_file_type' });
/** Refused as an attachment, which has to be what it claims to be; taken as a picture, of which the content decides. */
export const shownOnly = (type: string): Outcomes => ({ attached: 'unsupported_file_type', shown: [type] });
export const both = (type: string): Outcomes => ({ attached: [type], shown: [type] });
/** Taken as an attachment, too large as a picture. */
export const tooLargeToShow = (type: string): Outcomes => ({ attached: [type], shown: 'file_too_large' });
