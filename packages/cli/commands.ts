import type { Command } from './command.ts';
import { acts, undo } from './commands/acts.ts';
import { answers } from './commands/answers.ts';
import { api } from './commands/api.ts';
import { assign, take } from './commands/assign.ts';
import { close, reopen } from './commands/close.ts';
import { comment } from './commands/comment.ts';
import { completionOf } from './commands/completion.ts';
import { download } from './commands/download.ts';
import { list } from './commands/list.ts';
import { login, logout, whoami } from './commands/login.ts';
import { newTicket } from './commands/new.ts';
import { open } from './commands/open.ts';
import { shipped } from './commands/shipped.ts';
import { show } from './commands/show.ts';
import { notify, receipts } from './commands/told.ts';
import { watch } from './commands/watch.ts';

const ON_TICKETS = [list, show, download, newTicket, comment, take, assign, close, reopen];
const ASKING = [answers, receipts, notify];
const WORK = [login, ...ON_TICKETS, ...ASKING, acts, undo, shipped, watch, open, api, whoami, logout];

/** Everything that people do with `kwit`, in the order of the help. */
export const COMMANDS: readonly Command[] = [...WORK, completionOf(WORK)];
