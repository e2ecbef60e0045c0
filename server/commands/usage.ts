import { BACKUP_USAGE } from '../backups/operators/backup-command.ts'
import { CHECK_USAGE } from '../backups/operators/check-command.ts'
import { RESTORE_USAGE } from '../backups/restoring/restore-command.ts'
import { EXPORT_USAGE } from '../exports/export-command.ts'
import { PERSON_DATA_USAGE } from '../privacy/person-data-commands.ts'
import { IMPORT_USAGE } from './import-words.ts'

/** What the commands of the server are, for whoever types `--help` or what Kwit does not understand. */
export const USAGE = `On the server: npm run kwit -- <command>

  developer add <e-mail address>   Makes the owner of the address a developer and allows its domain to sign in.
                                   It may be done more than once. A domain at which everybody can get an address,
                                   such as gmail.com, needs --anyone-at.
  person list                      Lists everybody: address, role, state and last sign-in, separated by tabs.
  person invite <address>          Adds somebody and has them mailed an invitation.
  person deactivate <address>      Signs somebody out everywhere and lets them in no more. What they wrote stays.
  person activate <address>        Lets them in again.
  person sign-out <address>        Signs somebody out everywhere; they may sign in again.
  token add <address> --scope read|write|admin --name <name>
                                   Makes the owner of the address a token for a program, and prints it this once.
  outbox status                    Tells how many events wait, were sent, and were given up.
  outbox replay <entry id>|failed  Has one event delivered again, or all that were given up, 10,000 at a time.
  outbox verify                    Proves from the database that no event is missing; ends with 1 when one is.
${PERSON_DATA_USAGE}
${BACKUP_USAGE}
${RESTORE_USAGE}
${CHECK_USAGE}
${EXPORT_USAGE}
${IMPORT_USAGE}

Each may run beside a running service, but for import on SQLite.`
