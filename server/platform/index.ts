export { type ActEvent, type EventOf, eventOf, type Internals } from './act.ts';
export { type Actor, type Credential, isDeveloper, isProgram, type Person, refusePrograms } from './actor.ts';
export {
  type Clock,
  DAY,
  givenMoment,
  HOUR,
  type Instant,
  instant,
  isInstant,
  MINUTE,
  readInstant,
  SECOND,
  shifted,
  startOfDay,
  systemClock,
} from './clock.ts';
export {
  type Config,
  ConfigRefused,
  kwitVersion,
  openStartWarning,
  readConfig,
  type SettingsSource,
} from './config/config.ts';
export { keyedHash, loadSecrets, prepareDataFolder, RESTORED, type Secrets, secretsIn } from './config/data-folder.ts';
export { isDomain, isEmail, isHost, isHttpUrl, isRegion, isSender } from './config/environment.ts';
export { THREAD_FLAGS } from './config/thread-flags.ts';
export { allSettled } from './database/all-settled.ts';
export { compiled, compiledForms, plannedAnew, updateBy, updateById } from './database/compiled.ts';
export { Connection, type Database, type Query, type WakeSignal, type WriteTotals } from './database/connection.ts';
export {
  type AnswerDialect,
  type AnswerEntry,
  type AnswerReader,
  type AnswerScope,
  type Dialect,
  formOfMatching,
  type Matching,
  REACHES,
  type Reach,
  type ReadingOrder,
  type SearchDialect,
  type SearchEntry,
  type Term,
  type Wanted,
} from './database/dialect.ts';
export { createAsThen, migrateWithin, missingMigrations, schemaStranger } from './database/migrations/migrate.ts';
export { openAsItIs, openDatabase } from './database/migrations/open-database.ts';
export { newId, randomOfId } from './database/new-id.ts';
export { holdFile } from './database/sqlite/database-file.ts';
export { ForeignDatabase, type ForeignRow, type ForeignValue } from './database/sqlite/foreign-database.ts';
export { holdFolder } from './database/sqlite/open-sqlite.ts';
export { ReadOnlySqlite } from './database/sqlite/read-only-sqlite.ts';
export { Failure, invalidField, StartRefused } from './failure.ts';
export { DiskFileStore, syncFolder } from './files/disk.ts';
export { cleanName, fittingName } from './files/file-name.ts';
export {
  type ByteRange,
  type Digest,
  digestIn,
  digestOf,
  type FileStore,
  isFileName,
  isSame,
  type KeptFile,
  keepOpened,
  newFileName,
  type OpenFile,
  type Replacement,
  type StoredName,
  type StoredPicture,
} from './files/file-store.ts';
export { bucketAt, openFileStore } from './files/open-file-store.ts';
export { fieldsOfForm, type ReceivedFile, receiveFiles, receiveForm } from './files/received-files.ts';
export { addressWithin, type Bucket, isPlace, readBucketAddress, S3FileStore, S3Prefix } from './files/s3.ts';
export { shownSize } from './files/shown-size.ts';
export { ATTACHABLE, isRaster, sniff, sniffImage } from './files/sniff.ts';
export { ArchiveDamaged, partOf, readTar, type TarEntry, type TarPart, tarOf } from './files/tar.ts';
export { answerUnchanged, byteRange, etag, ifMatch, isCurrent } from './http/conditional-requests.ts';
export { compressAnswers } from './http/connection/compression.ts';
export { ReadGate, sayStep } from './http/connection/read-gate.ts';
export { handOverReads, Transport, type TransportLoad } from './http/connection/transport.ts';
export { allowCrossOrigin, SANDBOX_POLICY, securityHeaders } from './http/headers.ts';
export { logRequests, redacted } from './http/log-requests.ts';
export { documentInterface } from './http/openapi/document.ts';
export { documentRoutes } from './http/openapi/document-routes.ts';
export { type JsonSchema, withoutOwnKeywords } from './http/openapi/json-schema.ts';
export { promisesOf, written } from './http/openapi/promises.ts';
export {
  NoContent,
  NotModified,
  notJson,
  operation,
  plainJson,
  type Routes,
  refuseOpenRoutes,
} from './http/operation.ts';
export { checkedCursor, encodeCursor, nextPage, pageOf, readCursor } from './http/pages.ts';
export { answerErrors, answerUnparsableRequest, failureOf, SENTENCE, sendRefusal } from './http/refusals.ts';
export { IdempotencyKey, keyOf, permitAccess, requestContext, WriteLimit } from './http/request-context.ts';
export { operatorAddresses, serviceRoutes } from './http/service-routes.ts';
export { bodyCheck, compileSerializer, compileValidator, fieldProblems, jsonBody } from './http/validation.ts';
export { IMPORT_SOURCE } from './import-source.ts';
export { escaped, htmlMessage } from './mail/html-frame.ts';
export { mailProblem } from './mail/mail-problem.ts';
export type { MailSettings } from './mail/mail-settings.ts';
export { testMessage } from './mail/mail-test-message.ts';
export { announcement, Mailbox } from './mail/mailbox.ts';
export { mailboxRoutes } from './mail/mailbox-routes.ts';
export { MailRefused, type Message } from './mail/mailer.ts';
export { Mailers } from './mail/mailers.ts';
export { signInMessage } from './mail/sign-in-message.ts';
export { missingPackage } from './optional-package.ts';
export { Outbound, type OutboundAnswer } from './outbound/outbound.ts';
export { OutboundGuard, OutboundRefused, permitUrl } from './outbound/outbound-guard.ts';
export {
  type CommandParts,
  type ConfiguredCommand,
  type ConfiguredParts,
  contextOf,
  type ExitCode,
  PIPE,
  readTyped,
  type TerminalCommand,
  type Typed,
  UsageError,
} from './terminal-command.ts';
export { fold, type PlacedWord, placedWords, type SoughtWords, scanWords, wordKey, wordsOf } from './texts/words.ts';
export { pageRoutes } from './web-app/page-routes.ts';
export { type AuditObserver, type Operation, type RequestContext, Runner, type StaleRows, Work } from './work.ts';
