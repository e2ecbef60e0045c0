import type { Mutant } from './mutant.ts';

const RESTORES = ['server/backups/restoring/restore.api.test.ts'];
const BACKUPS = ['server/backups/make-backup.api.test.ts'];
const ARCHIVES = ['server/backups/stream-backup.api.test.ts'];
const TABLES = ['server/imports/csv/import-csv.api.test.ts'];
const EXPORTS = ['server/imports/kwit/import-kwit.api.test.ts'];

/** Defences of what moves data as a whole: backups, restores, exports and imports. */
export const MOVING: readonly Mutant[] = [
  {
    breaks: 'nothing is removed that a backup may still need',
    file: 'server/backups/held-by-backups.ts',
    from: 'if (!(await this.#isHeld())) await',
    to: 'await',
    tests: BACKUPS,
  },
  {
    breaks: 'a manifest that was changed is told',
    file: 'server/backups/places/manifest.ts',
    from: 'if (textOfManifest(manifest) !== text) throw damaged',
    to: '',
    tests: [...BACKUPS, ...RESTORES],
  },
  {
    breaks: 'a broken backup pushes out no whole one',
    file: 'server/backups/keep-backups.ts',
    from: 'const whole = newestFirst.filter(({ isWhole }) => isWhole)',
    to: 'const whole = newestFirst',
    tests: BACKUPS,
  },
  {
    breaks: 'a backup of files alone pushes out none of a database',
    file: 'server/backups/keep-backups.ts',
    from: 'const isOfFiles = ({ manifest }: KeptBackup) => manifest.database === null',
    to: 'const isOfFiles = (_: KeptBackup) => false',
    tests: ARCHIVES,
  },
  {
    breaks: 'an archive with a missing file says so',
    file: 'server/backups/stream-backup.ts',
    from: 'if (file === null) {',
    to: 'if (file === null) continue; if (!name) {',
    tests: ARCHIVES,
  },
  {
    breaks: 'a restore sends nothing old',
    file: 'server/backups/restoring/settle-restored.ts',
    from: 'const notSent = resends ? null : await work.restored.sendNothing(work.now)',
    to: 'const notSent = resends ? null : 0',
    tests: RESTORES,
  },
  {
    breaks: 'who was erased since is erased again',
    file: 'server/backups/restoring/settle-restored.ts',
    from: 'at >= made_at && !done.has(id)',
    to: 'at < made_at && !done.has(id)',
    tests: RESTORES,
  },
  {
    breaks: 'a data folder that has something is not replaced unless that is asked for',
    file: 'server/backups/restoring/data-folder-target.ts',
    from: 'if (!mayReplace)',
    to: 'if (readdirSync(path).length === 0)',
    tests: RESTORES,
  },
  {
    breaks: 'an import names no row that is not there',
    file: 'server/imports/kwit/row-links.ts',
    from: 'if (this.#read.has(table)) throw',
    to: 'if (table === null) throw',
    tests: EXPORTS,
  },
  {
    breaks: 'an import of a table changes nothing that somebody changed here',
    file: 'server/imports/incoming/change-ticket-again.ts',
    from: 'if (before.version !== 1) {',
    to: 'if (before.version < 1) {',
    tests: TABLES,
  },
  {
    breaks: 'an answer that somebody wrote anew stays when its ticket is imported again',
    file: 'server/imports/incoming/kept-answer.ts',
    from: "return known.some(({ kind, kwit_id }) => kind === 'answer' && kwit_id === summary) ? null : summary",
    to: 'return known.length < 0 ? summary : null',
    tests: TABLES,
  },
  {
    breaks: 'a part of everything has nobody else in it',
    file: 'server/exports/open-format/narrow-export.ts',
    from: 'return (table, row) => found.has(table, row)',
    to: 'return (table, row) => !isHanging(table.name) || found.has(table, row)',
    tests: ['server/exports/open-format/narrow-export.api.test.ts'],
  },
  {
    breaks: 'while the database file is written anew, writes wait',
    file: 'server/database/sqlite/sqlite.ts',
    from: 'return this.#writer.between(() => compactFile(this.#path))',
    to: 'return compactFile(this.#path)',
    tests: ['server/database/sqlite/compact-file.api.test.ts', 'server/database/sqlite/checkpoints.test.ts'],
  },
];
