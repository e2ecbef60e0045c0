import type { FastifyRequest } from 'fastify';
import type { McpMode, ReportersTexts } from '#contract/setting-words.ts';
import { undoAct } from '#events';
import { type CurrentAct, HOUR, type Person, type RequestContext, type Runner } from '#platform';
import { permitAccess, WriteLimit } from '#platform/serving';
import { PeoplesTexts, visibleLine } from '../texts/fenced-text.ts';
import type { ToolCall } from '../tools/tool.ts';

/** How many writes a token has in an hour (docs/rules/mcp.md#writes). */
const WRITES_PER_HOUR = 30;
/** Code points of the name that a client gives itself. */
const CLIENT_NAME_LENGTH = 60;

export interface ToolParts extends Pick<ToolCall, 'receiver' | 'closingMail' | 'restorers'> {
  readonly runner: Runner;
  readonly writes: WriteLimit;
}

export const hourlyWrites = (): WriteLimit => new WriteLimit(WRITES_PER_HOUR, HOUR);

export interface CallingMessage {
  readonly person: Person;
  /** Runs what reads much when it is the person's turn, as who they are then. */
  takeTurn<T>(read: (person: Person) => Promise<T>): Promise<T>;
  /** Writes one of several parts: what others have begun goes first. */
  readonly writePart: FastifyRequest['writePart'];
  readonly requestId: string;
  /** The act of the request that has the message. */
  readonly act: CurrentAct;
  readonly clientAddress: string;
  readonly mode: McpMode;
  readonly reportersTexts: ReportersTexts;
  readonly appUrl: string;
  /** As the client calls itself; null when it does not say. */
  readonly clientName: string | null;
}

/** The client's account of its user's answer. */
export type Agreement = Pick<ToolCall, 'canAsk' | 'agreedTo' | 'hasDeclined'>;

/** One call of a tool: what it does is done as an operation of the token's owner, whose rights are read anew for a write. */
export function toolCall(
  { runner, writes, ...parts }: ToolParts,
  message: CallingMessage,
  agreement: Agreement,
): ToolCall {
  const { person, mode, appUrl, reportersTexts } = message;
  const context = contextOf(message);
  const read: ToolCall['read'] = (operation) =>
    message.takeTurn((actor) => runner.read({ ...context, actor }, operation));
  const permit = (now: Person) => permitAccess({ access: 'signed-in', scope: 'write' }, now);
  const write: ToolCall['write'] = (operation) =>
    message.writePart(operation, (part) => runner.writeSignedIn(context, permit, part));
  const count = () => writes.count(person.credential.id, runner.clock.now());
  return {
    ...parts,
    ...agreement,
    person,
    mode,
    appUrl,
    texts: new PeoplesTexts(reportersTexts),
    read,
    write: async (operation) => {
      count();
      return write(operation);
    },
    undo: async (act, how) => {
      if (!how.dry_run) count();
      return undoAct({ read, write, act: message.act }, act, how, parts.restorers);
    },
  };
}

/** History and events name the token, and the client as it calls itself. */
function contextOf({ person, requestId, act, clientAddress, clientName }: CallingMessage): RequestContext<Person> {
  const client = clientName === null ? '' : visibleLine(clientName, CLIENT_NAME_LENGTH);
  return {
    actor: person,
    correlationId: requestId,
    source: `mcp:${person.credential.id}`,
    way: client === '' ? 'MCP' : `MCP (${client})`,
    clientAddress,
    act,
  };
}
