import type { ActWay } from '#contract/act-words.ts';
import { type Actor, IMPORT_SOURCE, type Internals } from './actor.ts';

/** A line of an act: a field of a ticket or of something else had one value, and has another one. */
export interface NewLine {
  readonly ticketId?: string | null;
  readonly thing?: { readonly type: string; readonly id: string | null; readonly name?: string | null };
  /** Whose own the thing is: nobody else sees the line. */
  readonly ownerId?: string | null;
  /** The project that the thing belongs to. */
  readonly projectId?: string | null;
  readonly field: string;
  /** JSON values. */
  readonly old?: unknown;
  readonly new?: unknown;
  /** Other values of the row, for putting it back. */
  readonly before?: object;
  readonly isInternal?: boolean;
  /** Whether anything can put it back. */
  readonly isUndoable?: boolean;
  /** The line that it puts back, of the act that its act takes back. */
  undoesId?: string;
}

/** The kind of an act that takes another one back, by a request or by an agent. */
export const UNDO = 'undoAct';

/** The changes of one request, mail, import, rule or command, in one transaction or in several (docs/rules/acts.md). */
export class CurrentAct {
  /** The operation, `mail`, `import`, `rule` or `command`; null for what is none. */
  kind: string | null;
  /** Given with the first change. */
  id: string | null = null;
  /** The act that it takes back. */
  undoes: string | null = null;
  /** The people who hear that it takes something back on tickets, as they were mailed of that. */
  told: NonNullable<Internals['told']> = [];
  /** Whether a transaction that changed something is durable. */
  isRecorded = false;
  /** From which product it imports; null for what is no import. */
  imports: string | null = null;

  constructor(kind: string | null) {
    this.kind = kind;
  }

  /** Makes it the act of an import. @param id of one that goes on. */
  asImport(product: string, id: string | null): this {
    this.kind = 'import';
    this.imports = product;
    this.id = id;
    return this;
  }
}

const COMMAND_SOURCE = 'command_line';

/** How an act comes in. */
export function wayInOf(actor: Actor, source: string): ActWay {
  if (source === COMMAND_SOURCE) return 'command';
  if (source === IMPORT_SOURCE) return 'import';
  if (source.startsWith('mcp:')) return 'agent';
  if (actor === null) return source === 'api' ? 'app' : 'rule';
  return { session: 'app', token: 'token', mail: 'mail' }[actor.credential.kind] as ActWay;
}

/** The kind of an act that is no request. */
export function kindOf(actor: Actor, source: string): string {
  const way = wayInOf(actor, source);
  return way === 'mail' || way === 'import' || way === 'command' ? way : 'rule';
}
