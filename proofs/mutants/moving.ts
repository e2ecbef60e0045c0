import type { Mutant } from './mutant.ts';

const RESTORES = ['packages/movers/backups/restoring/restore.api.test.ts'];
const BACKUPS = ['packages/movers/backups/make-backup.api.test.ts'];
const ARCHIVES = ['packages/movers/backups/stream-backup.api.test.ts'];
const TABLES = ['packages/movers/imports/csv/import-csv.api.test.ts'];
const PRIVATE = ['packages/movers/imports/csv/private-rows.api.test.ts'];
const EXPORTS = ['packages/movers/imports/kwit/import-kwit.api.test.ts'];
const WORLDS = ['proofs/backups.proof.test.ts', 'packages/movers/exports/export.api.test.ts'];

/** Defences of what moves data as a whole: backups, restores, exports and imports. */
export const MOVING: readonly Mutant[] = [
  {
    breaks: 'nothing is removed that a backup may still need',
    file: 'packages/movers/backups/hold-removals.ts',
    from: 'if (!isHeld) await',
    to: 'await',
    tests: BACKUPS,
  },
  {
    breaks: 'a manifest that was changed is told',
    file: 'packages/movers/backups/places/manifest.ts',
    from: ' || textOfManifest(whole) !== text',
    to: '',
    tests: [...BACKUPS, ...RESTORES],
  },
  {
    breaks: 'a broken backup pushes out no whole one',
    file: 'packages/movers/backups/keep-backups.ts',
    from: 'const whole = newestFirst.filter(({ isWhole }) => isWhole)',
    to: 'const whole = newestFirst',
    tests: BACKUPS,
  },
  {
    breaks: 'a backup of files alone pushes out none of a database',
    file: 'packages/movers/backups/keep-backups.ts',
    from: 'const isOfFiles = ({ manifest }: KeptBackup) => manifest.database === null',
    to: 'const isOfFiles = (_: KeptBackup) => false',
    tests: ARCHIVES,
  },
  {
    breaks: 'an archive with a missing file says so',
    file: 'packages/movers/backups/stream-backup.ts',
    from: 'if (file === null) {',
    to: 'if (file === null) continue; if (!name) {',
    tests: ARCHIVES,
  },
  {
    breaks: 'a restore sends nothing old',
    file: 'packages/movers/backups/restoring/settle-restored.ts',
    from: 'const notSent = resends ? null : await work.of(RestoredStore).sendNothing(work.now)',
    to: 'const notSent = resends ? null : 0',
    tests: RESTORES,
  },
  {
    breaks: 'who was erased since is erased again',
    file: 'packages/movers/backups/restoring/settle-restored.ts',
    from: 'at >= made_at && !done.has(id)',
    to: 'at < made_at && !done.has(id)',
    tests: RESTORES,
  },
  {
    breaks: 'a data folder that has something is not replaced unless that is asked for',
    file: 'packages/movers/backups/restoring/restore-sqlite.ts',
    from: 'if (!mayReplace)',
    to: 'if (readdirSync(path).length === 0)',
    tests: RESTORES,
  },
  {
    breaks: 'an import names no row that is not there',
    file: 'packages/movers/imports/kwit/read-rows.ts',
    from: 'if (this.#read.has(table)) throw',
    to: 'if (table === null) throw',
    tests: EXPORTS,
  },
  {
    breaks: 'an import of a table changes nothing that somebody changed here',
    file: 'packages/movers/imports/incoming/import-tickets.ts',
    from: 'if (before.version !== 1) {',
    to: 'if (before.version < 1) {',
    tests: TABLES,
  },
  {
    breaks: 'an answer that somebody wrote anew stays when its ticket is imported again',
    file: 'packages/movers/imports/incoming/follow-parts.ts',
    from: 'noted.some(({ sha256 }) => sha256 === shaOf(comment.content)) ? null : summary',
    to: 'null',
    tests: TABLES,
  },
  {
    breaks: 'a source that gives less than it announces refuses the import',
    file: 'packages/movers/imports/incoming/source-parts.ts',
    from: 'if (shortages.length === 0 || allows) return;',
    to: 'if (shortages.length >= 0 || allows) return;',
    tests: ['packages/movers/imports/rest/announced.api.test.ts'],
  },
  {
    breaks: 'another place never gets the key of a service',
    file: 'packages/movers/imports/rest/rest-client.ts',
    from: 'url.origin === this.#site.origin ? this.#header : {}',
    to: 'this.#header',
    tests: ['packages/movers/imports/rest/rest-client.test.ts'],
  },
  {
    breaks: 'what somebody wrote without an address goes with them to the one that they get',
    file: 'packages/movers/imports/incoming/joined-person-store.ts',
    from: 'await this.connection.change(repoint(naming), joining)',
    to: "if (naming.table !== 'comments') await this.connection.change(repoint(naming), joining)",
    tests: ['packages/movers/imports/incoming/people-later.api.test.ts'],
  },
  {
    breaks: 'restricted tickets that nobody would open are refused',
    file: 'packages/movers/imports/import-command.ts',
    from: 'if (restricted > 0 && restrictedTo.length === 0)',
    to: 'if (restricted < 0)',
    tests: PRIVATE,
  },
  {
    breaks: 'days that can be read in two ways are not guessed',
    file: 'packages/movers/imports/csv/written-dates.ts',
    from: 'return ordersOfSign?.size === 1 ? ([...ordersOfSign][0] ?? null) : null',
    to: "return ordersOfSign?.size === 1 ? ([...ordersOfSign][0] ?? null) : 'dmy'",
    tests: ['packages/movers/imports/csv/written-dates.test.ts'],
  },
  {
    breaks: 'a mark of privacy that nobody understands restricts',
    file: 'packages/movers/imports/source-words.ts',
    from: '!OPEN_WORDS.has(fold(String(mark).trim()))',
    to: "['yes', 'true', 'tak', '1'].includes(fold(String(mark).trim()))",
    tests: PRIVATE,
  },
  {
    breaks: 'what became private there is restricted by the next import',
    file: 'packages/movers/imports/incoming/import-tickets.ts',
    from: 'isPrivateNow ? { ...values, restricted: true } : values',
    to: 'values',
    tests: PRIVATE,
  },
  {
    breaks: 'an imported answer of a restricted ticket is not shared',
    file: 'packages/movers/imports/incoming/import-tickets.ts',
    from: 'is_shared: !concealed.has(id)',
    to: 'is_shared: true',
    tests: PRIVATE,
  },
  {
    breaks: 'a part of everything has nobody else in it',
    file: 'packages/movers/exports/open-format/narrow-export.ts',
    from: 'return (table, row) => rows.has(table, row)',
    to: 'return (table, row) => !isHanging(table.name) || rows.has(table, row)',
    tests: ['packages/movers/exports/open-format/narrow-export.api.test.ts'],
  },
  {
    breaks: 'while the database file is written anew, writes wait',
    file: 'server/platform/database/sqlite/sqlite.ts',
    from: 'return this.#writer.between(() => compactFile(this.#path))',
    to: 'return compactFile(this.#path)',
    tests: [
      'server/platform/database/sqlite/compact-file.api.test.ts',
      'server/platform/database/sqlite/checkpoints.test.ts',
    ],
  },
  {
    breaks: 'JSON that is null comes back as JSON',
    file: 'packages/movers/imports/kwit/read-rows.ts',
    from: "return type === 'json' ?",
    to: "return type === 'json' && value !== null ?",
    tests: WORLDS,
    on: 'postgres',
  },
  {
    breaks: 'a text may tell of U+0000 without having it',
    file: 'packages/movers/imports/kwit/read-rows.ts',
    from: "!value.includes('\\0')",
    to: "!value.includes('\\\\u0000')",
    tests: WORLDS,
  },
  {
    breaks: 'rows are sorted by the bytes of their keys',
    file: 'packages/movers/imports/kwit/read-rows.ts',
    from: 'return Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0',
    to: 'return left < right',
    tests: WORLDS,
  },
  {
    breaks: 'a backup has its counters as they were',
    file: 'packages/movers/imports/kwit/load-rows.ts',
    from: 'await work.of(DerivedRowStore).derived(work.now);',
    to: 'await work.of(DerivedRowStore).counted();\n  await work.of(DerivedRowStore).derived(work.now);',
    tests: WORLDS,
    on: 'postgres',
  },
];
