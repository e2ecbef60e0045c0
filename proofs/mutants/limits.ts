import type { Mutant } from './mutant.ts';

const GATE = 'server/platform/http/connection/turn-gate.ts';
const OVERLOADED = 'server/platform/http/overload.ts';
const ROOM = 'server/platform/http/connection/upload-gate.ts';
const TRANSPORT = 'server/platform/http/connection/transport.ts';
const UNREAD = 'server/platform/http/connection/connections.ts';
const UPLOADS = ['server/platform/http/connection/upload-gate.test.ts'];
const UNWANTED = ['server/platform/http/connection/unread-bodies.api.test.ts'];
const CHECKPOINTS = ['server/platform/database/sqlite/checkpoints.test.ts'];
const READER = ['server/platform/database/sqlite/sqlite-reader.test.ts'];
const DATABASE_FILE = ['server/platform/database/sqlite/database-file.api.test.ts'];
const STORAGE = 'server/conversation/attachments/attachments.ts';
const STORED = ['server/conversation/attachments/storage-per-person.api.test.ts'];
const TAKEN_ALONG = 'packages/movers/exports/while-it-leaves.ts';
const LEAVING = ['packages/movers/exports/while-it-leaves.api.test.ts'];
const SLOW = 'server/platform/http/connection/transport.ts';
const OVERLOAD = ['server/platform/http/overload.test.ts'];
const READS = ['server/platform/http/connection/turn-gate.test.ts', 'server/platform/http/expensive-reads.api.test.ts'];

/** Defences against clients that ask for more than their share. */
export const LIMITS: readonly Mutant[] = [
  {
    breaks: 'a database file that is gone takes no writes',
    file: 'server/platform/database/sqlite/database-file.ts',
    from: 'if (this.#isGone) throw',
    to: 'if (false) throw',
    tests: DATABASE_FILE,
  },
  {
    breaks: 'the log says that the database file is gone',
    file: 'server/platform/database/sqlite/database-file.ts',
    from: 'if (isGone && !this.#isGone) this',
    to: 'if (false) this',
    tests: DATABASE_FILE,
  },
  {
    breaks: 'no start replaces a lost database by an empty one',
    file: 'server/platform/database/sqlite/open-sqlite.ts',
    from: 'if (!isNew) refuseLostDatabase(dataDir)',
    to: '',
    tests: DATABASE_FILE,
  },
  {
    breaks: 'a search takes its turn',
    file: 'server/platform/http/request-context.ts',
    from: ' || q !== undefined',
    to: '',
    tests: READS,
  },
  {
    breaks: 'the event loop comes round between two reads',
    file: GATE,
    from: 'setImmediate(() => this.#end(turn, personId, costOf?.() ?? (performance.now() - began) / sharing))',
    to: 'this.#end(turn, personId, costOf?.() ?? (performance.now() - began) / sharing)',
    tests: READS,
  },
  {
    breaks: 'what runs at the same time shares its time',
    file: GATE,
    from: '(performance.now() - began) / sharing',
    to: 'performance.now() - began',
    tests: READS,
  },
  {
    breaks: 'a person who has had a turn goes to the end of the line',
    file: GATE,
    from: '    this.#line.delete(personId);\n    const',
    to: '    if (waiting.size < 2) this.#line.delete(personId);\n    const',
    tests: READS,
  },
  {
    breaks: 'of who has many reads waiting one runs at a time',
    file: GATE,
    from: 'this.#floods(personId) ? 1 : this.#mostOfOne',
    to: 'this.#mostOfOne',
    tests: READS,
  },
  {
    breaks: 'who has many reads waiting rests after each',
    file: GATE,
    from: 'const REST = 2;\n',
    to: 'const REST = 0;\n',
    tests: READS,
  },
  {
    breaks: 'a list for which nobody says how long it is takes its turn',
    file: 'server/platform/http/request-context.ts',
    from: 'limit = config.usualLimit }',
    to: 'limit }',
    tests: READS,
  },
  {
    breaks: 'what an agent reads takes its turn',
    file: 'server/agents/protocol/tool-call.ts',
    from: 'message.takeTurn((actor) => runner.read({ ...context, actor }, operation))',
    to: 'runner.read(context, operation)',
    tests: READS,
  },
  {
    breaks: 'of cheap reads four of one person run at once',
    file: 'server/platform/http/request-context.ts',
    from: 'return (isExpensive ? gates.reads : gates.others).run(',
    to: 'if (!isExpensive) return operation();\n    return gates.reads.run(',
    tests: READS,
    on: 'postgres',
  },
  {
    breaks: 'the next part of a request waits for what others have begun',
    file: GATE,
    from: 'while (begun.some(([turn]) => this.#running.has(turn)) && performance.now() < until) await after(1);',
    to: '',
    tests: ['server/platform/http/connection/turn-gate.test.ts'],
  },
  {
    breaks: 'of writes four of one person run at once',
    file: 'server/platform/http/request-context.ts',
    from: 'return gate.run(callerOf(this), write, () => this.writeMs)',
    to: 'return this.writeMs < 0 ? gate.run(callerOf(this), write) : write()',
    tests: READS,
    on: 'postgres',
  },
  {
    breaks: 'of refusals four of one person are told at once',
    file: 'server/people/sessions/authentication.ts',
    from: 'await request.takeTurn(false, () => Promise.reject(refusal))',
    to: 'throw refusal',
    tests: READS,
    on: 'postgres',
  },
  {
    breaks: 'what is cheap does not rest',
    file: GATE,
    from: ' >= this.#cheapMs',
    to: ' >= 0',
    tests: READS,
  },
  {
    breaks: 'who would wait too long for a crowd is refused',
    file: GATE,
    from: 'others.length >= FEWEST_PEOPLE && before * this.#pace > patienceMs',
    to: 'before < 0 && patienceMs > 0',
    tests: READS,
  },
  {
    breaks: 'reads are shed while the event loop is late',
    file: OVERLOADED,
    from: '&& this.#late + this.#overdue() > patienceMs',
    to: '&& patienceMs < 0',
    tests: OVERLOAD,
  },
  {
    breaks: 'reads are shed while many wait for the database',
    file: OVERLOADED,
    from: '|| this.#waiting() > waiting',
    to: '|| waiting < 0',
    tests: OVERLOAD,
  },
  {
    breaks: 'writes are shed last',
    file: OVERLOADED,
    from: 'writes: { patienceMs: 1100, waiting: 400 }',
    to: 'writes: { patienceMs: 750, waiting: 200 }',
    tests: OVERLOAD,
  },
  {
    breaks: 'a balancer that asks whether Kwit is ready is never shed',
    file: OVERLOADED,
    from: "(url.startsWith('/api/') || url === '/mcp') && ",
    to: '',
    tests: OVERLOAD,
  },
  {
    breaks: 'what is taken along ends with its session',
    file: TAKEN_ALONG,
    from: '        await taker.confirmRights();\n',
    to: '',
    tests: LEAVING,
  },
  {
    breaks: 'what is taken along ends for who sees less',
    file: TAKEN_ALONG,
    from: 'if (seesLess(taker.person, begun)) throw',
    to: 'if (false) throw',
    tests: LEAVING,
  },
  {
    breaks: 'a reader who is too slow is cut off',
    file: SLOW,
    from: ', takenFrom(socket) - begun)) socket.destroy()',
    to: ', takenFrom(socket) - begun)) return',
    tests: LEAVING,
  },
  {
    breaks: 'half of the room for uploads is one person’s at most',
    file: ROOM,
    from: '<= ROOM_BYTES * PERSON_SHARE',
    to: '<= ROOM_BYTES',
    tests: UPLOADS,
  },
  {
    breaks: 'a form that does not say how long it is takes up room',
    file: ROOM,
    from: 'contentLength ?? UNKNOWN_BYTES',
    to: 'contentLength ?? 0',
    tests: UPLOADS,
  },
  {
    breaks: 'a large form that waits is not passed by small ones',
    file: ROOM,
    from: 'this.#isNext() && ',
    to: '',
    tests: UPLOADS,
  },
  {
    breaks: 'nobody stores more than the setting allows',
    file: STORAGE,
    from: 'if (used + bytes <= most * MB) return',
    to: 'if (used + bytes >= 0) return',
    tests: STORED,
  },
  {
    breaks: 'two uploads at once do not both find the same room',
    file: STORAGE,
    from: 'await work.lock(',
    to: 'String(',
    tests: STORED,
    on: 'postgres',
  },
  {
    breaks: 'no commit copies the log',
    file: 'server/platform/database/sqlite/checkpoints.ts',
    from: 'wal_autocheckpoint = 0',
    to: 'wal_autocheckpoint = 4000',
    tests: CHECKPOINTS,
  },
  {
    breaks: 'a log is tried again after a reader',
    file: 'server/platform/database/sqlite/checkpoints.ts',
    from: "(await this.#checkpoint('passive'))) return this.#rest()",
    to: "(await this.#checkpoint('passive'))) return",
    tests: CHECKPOINTS,
  },
  {
    breaks: 'a long log is emptied',
    file: 'server/platform/database/sqlite/checkpoints.ts',
    from: "? 'truncate' : 'passive'",
    to: "? 'passive' : 'passive'",
    tests: CHECKPOINTS,
  },
  {
    breaks: 'the thread makes no database in the place of one that is gone',
    file: 'server/platform/database/sqlite/checkpoint-thread.ts',
    from: '?mode=rw',
    to: '?mode=rwc',
    tests: CHECKPOINTS,
  },
  {
    breaks: 'what was answered is read by the next reader',
    file: 'server/platform/database/sqlite/sqlite-connection.ts',
    from: 'this.#committed()',
    to: '',
    tests: READER,
  },
  {
    breaks: 'no reader holds a transaction while others have their turn',
    file: 'server/platform/database/sqlite/sqlite-connection.ts',
    from: 'process.nextTick(this.#end)',
    to: '',
    tests: READER,
  },
  {
    breaks: 'an upload has a least speed',
    file: TRANSPORT,
    from: "if (until <= allowed) return this.#refuse(socket, 'request_timeout')",
    to: 'if (until <= allowed) return',
    tests: ['server/platform/http/connection/uploads.api.test.ts'],
  },
  {
    breaks: 'the rest of a refused body is read',
    file: UNREAD,
    from: '  reply.raw.shouldKeepAlive = true;\n',
    to: '',
    tests: UNWANTED,
  },
  {
    breaks: 'no refused body is read without end',
    file: UNREAD,
    from: 'if (dropped > DROPPED_BYTES) socket.destroy()',
    to: '',
    tests: UNWANTED,
  },
];
