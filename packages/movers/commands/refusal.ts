import { ConfigRefused, Failure, StartRefused } from '#platform';
import { BackupRefused } from '../backups/places/backup-refused.ts';
import { ImportRefused } from '../imports/import-refused.ts';

const REFUSALS = [ConfigRefused, StartRefused, ImportRefused, BackupRefused];

/** What refused a command, in a sentence; null for a fault of ours. */
export function sentenceOfRefusal(error: unknown): string | null {
  if (error instanceof Failure) return refusalOf(error);
  if (!(error instanceof Error)) return null;
  if (REFUSALS.some((kind) => error instanceof kind)) return error.message;
  if (error.message === 'Region is missing')
    return 'The address of the bucket names no region: add ?region=eu-central-1.';
  // What S3 answers, and what the SDK says when it finds no keys.
  if ('$metadata' in error || error.name === 'CredentialsProviderError')
    return `The bucket cannot be used: ${error.name}: ${error.message}`;
  // A file that is none, a folder that is not there, a disk that is full, an address that does not answer.
  return 'code' in error && 'syscall' in error ? `The machine refused it: ${error.message}.` : null;
}

const refusalOf = ({ code, more }: Failure): string =>
  more.message === undefined ? `It was refused: ${code}.` : `It was refused: ${code}. ${more.message}`;
