export { CurrentAct, type NewLine, UNDO, wayInOf } from './act.ts';
export {
  type ActEvent,
  type Actor,
  type Credential,
  type EventOf,
  eventOf,
  IMPORT_SOURCE,
  type Internals,
  isDeveloper,
  isProgram,
  type Person,
  type ProjectSight,
  refusePrograms,
  type Sight,
} from './actor.ts';
export { allSettled } from './all-settled.ts';
export {
  type Clock,
  DAY,
  HOUR,
  type Instant,
  instant,
  isInstant,
  type Log,
  MINUTE,
  momentAt,
  Recurring,
  readInstant,
  SECOND,
  shifted,
  startOfDay,
  systemClock,
} from './clock.ts';
export {
  CLONE_COMMAND,
  type Config,
  ConfigRefused,
  openStartWarning,
  readConfig,
  type SettingsSource,
} from './config/config.ts';
export {
  folderBehind,
  keyedHash,
  loadSecrets,
  prepareDataFolder,
  RESTORED,
  type Secrets,
  secretsIn,
} from './config/data-folder.ts';
export {
  isDomain,
  isEmail,
  isHost,
  isHttpUrl,
  isRegion,
  isSender,
  originOf,
  THREAD_FLAGS,
} from './config/environment.ts';
export { kwitVersion } from './config/version.ts';
export {
  compiled,
  compiledForms,
  deleteBefore,
  deleteBy,
  insertEach,
  insertInto,
  insertOnce,
  plannedAnew,
  selectBy,
  stampOnce,
  updateBy,
  updateById,
  updateEach,
  upsertInto,
} from './database/compiled.ts';
export {
  Connection,
  type Database,
  type Query,
  type ValuesOf,
  type WakeSignal,
  type WriteTotals,
} from './database/connection.ts';
export {
  type AnswerDialect,
  type AnswerEntry,
  type AnswerReader,
  type AnswerScope,
  type Dialect,
  EVERYBODYS_SPACE,
  formOfMatching,
  inSpace,
  type Matching,
  REACHES,
  type Reach,
  type ReadingOrder,
  type SearchDialect,
  type SearchEntry,
  type StemLists,
  type Term,
} from './database/dialect.ts';
export { isDiskFault } from './database/disk-fault.ts';
export {
  createAsThen,
  type MigrationRun,
  type MigrationWatcher,
  migrateWithin,
  missingMigrations,
  plannedMigrations,
  runBeside,
  schemaStranger,
} from './database/migrations/migrate.ts';
export { expectSchemaAt, openAsItIs, openDatabase, type SchemaChange } from './database/migrations/open-database.ts';
export {
  migrationsIn,
  schemaRefusal,
  VERSION_RECORD,
  versionOf,
} from './database/migrations/schema-version.ts';
export { copyBefore, putBack, type WrittenRows, writtenSince } from './database/sqlite/copy-before.ts';
export { holdFile } from './database/sqlite/database-file.ts';
export { ForeignDatabase, type ForeignRow, type ForeignValue } from './database/sqlite/foreign-database.ts';
export { holdFolder } from './database/sqlite/open-sqlite.ts';
export { ReadOnlySqlite } from './database/sqlite/read-only-sqlite.ts';
export { type ScratchRow, ScratchTables } from './database/sqlite/scratch-tables.ts';
export { Store } from './database/store.ts';
export { olderThan, tableStore } from './database/table-store.ts';
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
  keepOpened,
  newFileName,
  type OpenFile,
  type Replacement,
  type StoredFile,
  type StoredName,
  type StoredPicture,
} from './files/file-store.ts';
export { bucketAt, openFileStore } from './files/open-file-store.ts';
export { fieldsOfForm, listsIn, type ReceivedFile, receiveFiles, receiveForm } from './files/received-files.ts';
export { addressWithin, type Bucket, isPlace, readBucketAddress, S3FileStore, S3Prefix } from './files/s3.ts';
export { shownSize } from './files/shown-size.ts';
export { ATTACHABLE, contentTypeOf, examineFile, type FileRefusal, isRaster, sniffImage } from './files/sniff.ts';
export { ArchiveDamaged, partOf, readTar, type TarEntry, type TarPart, tarOf } from './files/tar.ts';
export {
  answerUnchanged,
  byteRange,
  ifMatch,
  isCurrent,
  type Matches,
  withVersion,
} from './http/conditional-requests.ts';
export { TurnGate, withStepHeader } from './http/connection/turn-gate.ts';
export { logRequests, redacted } from './http/log-requests.ts';
export { type JsonSchema, withoutOwnKeywords } from './http/openapi/json-schema.ts';
export { promisesOf, written } from './http/openapi/promises.ts';
export { Overload } from './http/overload.ts';
export {
  answerPage,
  checkedCursor,
  encodeCursor,
  idCursor,
  isIdCursor,
  nextPage,
  pageOf,
  pageWithin,
  readCursor,
} from './http/pages.ts';
export { inParts } from './in-parts.ts';
export { type MailMode, MailRefused, type MailSettings, type Message, mailProblem } from './mail/mailer.ts';
export { escaped, htmlMessage, signInMessage, testMessage } from './mail/messages.ts';
export { newId, randomOfId } from './new-id.ts';
export { missingPackage } from './optional-package.ts';
export { askToken, EXCHANGE_SCOPE } from './outbound/oauth-token.ts';
export { Outbound, type OutboundAnswer } from './outbound/outbound.ts';
export { OutboundGuard, OutboundRefused, permitUrl } from './outbound/outbound-guard.ts';
export { omit, pick } from './pick.ts';
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
export {
  addressOf,
  asciiDomain,
  domainOf,
  isAddress,
  mailboxOf,
  shownAddress,
  shownDomain,
} from './texts/addresses.ts';
export { cleanLine, isVisible } from './texts/lines.ts';
export {
  fold,
  foldedIfLatin,
  isUnspaced,
  type PlacedWord,
  placedApart,
  placedWords,
  type SoughtWords,
  scanWords,
  wordKey,
  wordsApart,
  wordsOf,
} from './texts/words.ts';
export {
  compareVersions,
  itemsBetween,
  mayStandBeside,
  type UpgradingItem,
  undoneItems,
  upgradingItems,
  upgradingLine,
  VERSION_BEFORE_RECORDS,
} from './upgrading.ts';
export {
  type AuditObserver,
  type Operation,
  type RequestContext,
  Runner,
  type StaleRows,
  Work,
} from './work.ts';
export { isZone } from './zones.ts';
