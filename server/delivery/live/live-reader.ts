import { setImmediate as nextTurn } from 'node:timers/promises';
import { peopleOfSessions, peopleOfTokens, personIn, personWithToken } from '#people';
import {
  type Credential,
  Failure,
  IMPORT_SOURCE,
  type Operation,
  type Runner,
  SECOND,
  type WakeSignal,
} from '#platform';
import { StreamFrames } from './event-stream.ts';
import { LostSight, mayHaveLostSight } from './lost-sight.ts';
import {
  EditMessenger,
  type People,
  type Sent,
  type StreamClient,
  StreamClients,
  UnreadMessenger,
} from './stream-clients.ts';
import { type StreamedEvent, StreamStore } from './stream-store.ts';

/** Times the passes of a loop: a rest after each pass, then the next one when somebody asks for it or the wait is over. */
export class LoopTimer {
  #isDue = false;
  #isDueNow = false;
  #wake = () => {};

  /** There may be something to do: the next pass begins after the rest. */
  makeDue(): void {
    this.#isDue = true;
    this.#wake();
  }

  /** Somebody waits for the next pass: it begins at once. */
  makeDueNow(): void {
    this.#isDueNow = true;
    this.#wake();
  }

  /**
   * Resolves when the next pass is to begin.
   *
   * @param rest milliseconds, which only `makeDueNow` shortens.
   * @param longest milliseconds after which the pass begins although nobody asked for it.
   * @returns whether there may be something to do.
   */
  async pause(rest: number, longest: number): Promise<boolean> {
    await this.#wait(rest, () => this.#isDueNow);
    await this.#wait(longest - rest, () => this.#isDueNow || this.#isDue);
    const isWoken = this.#isDue;
    this.#isDue = false;
    this.#isDueNow = false;
    // The request that recorded the event is answered first.
    await nextTurn();
    return isWoken;
  }

  async #wait(milliseconds: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        if (!isOver()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

export interface LiveParts {
  readonly runner: Runner;
  readonly wakeSignal: WakeSignal;
  /** After how many milliseconds without a use a session is over, and with it its streams. */
  readonly unusedSessionMs: number;
  /** Called when reading begins to fail. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds between two passes when no wake signal comes. */
const POLL_MS = SECOND;
/** Milliseconds between two readings of everybody's rights when nothing happens. With events they are read each time. */
const RIGHTS_MS = SECOND;
/** Milliseconds of rest after a pass, and for each millisecond of sending: streams take a fifth of the process at most. */
const MIN_REST_MS = 20;
const REST_PER_MS = 4;
/** Events that one pass sends. */
const BATCH_SIZE = 500;
/** Clients that are sent to before requests get a turn: most of the time goes into sockets. */
const CLIENTS_PER_TURN = 50;
/** A client that missed more events reads everything anew. */
const MAX_MISSED = 1000;

/** Whether an import brought some of them: thousands at once, of what happened long ago. Pages read everything anew instead. */
const hasImported = (events: readonly StreamedEvent[]): boolean =>
  events.some(({ source }) => source === IMPORT_SOURCE);

type Greeting = Pick<Sent, 'edits' | 'unread'>;
const NO_GREETING: Greeting = { edits: StreamFrames.of([]), unread: new Map() };

const CONTEXT = { actor: null, correlationId: 'live', source: 'live' };

/**
 * Reads new events, once for all streams of this process, and sends each client what it may hear. The rights are read after
 * the events, so a right that was taken away before an event holds for it (docs/rules/events.md#live-stream).
 */
export class LiveReader {
  readonly #parts: LiveParts;
  readonly #clients = new StreamClients();
  readonly #timer = new LoopTimer();
  #unread = new UnreadMessenger();
  #edits = new EditMessenger();
  #lost = new LostSight();
  /** All events up to here have been sent; null while there is no client. */
  #place: string | null = null;
  #loop: Promise<void> | null = null;
  /** Milliseconds that sending took in the last pass. */
  #sendMs = 0;
  /** When everybody's rights are to be read although nothing happened, in milliseconds. */
  #rightsDueAt = 0;
  #isFailing = false;
  #isClosed = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  /** @throws Failure `too_many_requests`; `service_unavailable` when the service is stopping. */
  add(client: StreamClient): void {
    if (this.#isClosed) throw new Failure('service_unavailable');
    this.#clients.add(client);
    this.#timer.makeDueNow();
    this.#loop ??= this.#run();
  }

  remove(client: StreamClient): void {
    this.#clients.remove(client);
  }

  /** Ends every stream and refuses new ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#clients.closeAll();
    this.#timer.makeDueNow();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const stopListening = this.#parts.wakeSignal.onWake(() => this.#timer.makeDue());
    let [rest, longest, unsettledWait] = [0, 0, MIN_REST_MS];
    for (;;) {
      const isWoken = await this.#timer.pause(rest, longest);
      if (this.#clients.isEmpty) break;
      const left = await this.#tryPass(isWoken);
      rest = Math.min(Math.max(MIN_REST_MS, this.#sendMs * REST_PER_MS), POLL_MS);
      unsettledWait = left === 'unsettled' ? Math.min(unsettledWait * 2, POLL_MS) : MIN_REST_MS;
      longest = { nothing: POLL_MS, unsettled: unsettledWait, more: rest }[left];
    }
    stopListening();
    this.#place = null;
    this.#unread = new UnreadMessenger();
    this.#edits = new EditMessenger();
    this.#lost = new LostSight();
    this.#loop = null;
  }

  /** Makes a pass. @returns its rest: more events than one batch, or events that a transaction elsewhere holds back. */
  async #tryPass(isWoken: boolean): Promise<'nothing' | 'unsettled' | 'more'> {
    try {
      const sent = await this.#pass(isWoken);
      const isHeldBack = await this.#read((work) => work.of(StreamStore).isHeldBack());
      this.#isFailing = false;
      if (sent === BATCH_SIZE) return 'more';
      return isHeldBack ? 'unsettled' : 'nothing';
    } catch (error) {
      if (!this.#isFailing) this.#parts.onFailure(error);
      this.#isFailing = true;
      return 'nothing';
    }
  }

  /** Reads everything before it sends anything, so a pass that fails has sent nothing and is made again. */
  async #pass(isWoken: boolean): Promise<number> {
    const from = this.#place ?? (await this.#read((work) => work.of(StreamStore).newestPlace()));
    const events = await this.#read((work) => work.of(StreamStore).after({ from, limit: BATCH_SIZE }));
    const isImport = hasImported(events);
    const place = isImport
      ? await this.#read((work) => work.of(StreamStore).newestPlace())
      : (events.at(-1)?.place ?? from);
    const missed = new Map<StreamClient, StreamFrames | null>();
    for (const client of this.#clients.waiting) missed.set(client, await this.#missedBy(client, place));
    const now = this.#parts.runner.clock.now();
    const changed = await this.#read((work) => this.#unread.people(work));
    const edits = await this.#read((work) => this.#edits.comments(work));
    const isForAll = isWoken || events.length + changed.size + edits.length > 0 || now >= this.#rightsDueAt;
    const clients = isForAll ? this.#clients.admitted : [];
    const people = await this.#peopleOf([...clients, ...missed.keys()]);
    if (isForAll) this.#rightsDueAt = now + RIGHTS_MS;
    const unread = await this.#read((work) => this.#unread.messagesFor(work, changed, people));
    const lost = await this.#read((work) => this.#lost.tickets(work, people));
    const greeting = await this.#greetingOf([...missed.keys()], people);
    const { former } = this.#lost;
    this.#unread.tell();
    this.#edits.tell();
    this.#lost.tell(isForAll);
    const frames = isImport ? null : StreamFrames.of(events);
    const sent = { events: frames, place, edits: StreamFrames.ofEdits(edits), unread, lost, former };
    await this.#sendTo(clients, people, sent, now);
    for (const [client, past] of missed) {
      const more = client.since === null || past === null ? NO_GREETING : greeting;
      this.#clients.admit(client, people, { events: past, place, ...more, lost: new Map(), former: new Map() }, now);
    }
    this.#place = place;
    return events.length;
  }

  async #sendTo(clients: readonly StreamClient[], people: People, sent: Sent, now: number): Promise<void> {
    const began = performance.now();
    for (const [index, client] of clients.entries()) {
      this.#clients.send(client, people, sent, now);
      if (index % CLIENTS_PER_TURN === 0) await nextTurn();
    }
    this.#sendMs = performance.now() - began;
  }

  /** The events between a client's place and this one; null when some may be lost, there are too many, or the person may have lost sight. */
  async #missedBy({ since, userId }: StreamClient, place: string): Promise<StreamFrames | null> {
    if (since === null) return StreamFrames.of([]);
    return this.#read(async (work) => {
      const moment = await work.of(StreamStore).momentOf(since);
      if (moment === null || (await mayHaveLostSight(work, userId, moment))) return null;
      const events = await work.of(StreamStore).between({ from: since, to: place, limit: MAX_MISSED + 1 });
      return events.length > MAX_MISSED || hasImported(events) ? null : StreamFrames.of(events);
    });
  }

  /** News for clients that go on from a place, besides events: they are told live only, and may have passed them by. */
  async #greetingOf(clients: readonly StreamClient[], people: People): Promise<Greeting> {
    const back = new Set(clients.flatMap(({ since, userId }) => (since === null ? [] : [userId])));
    if (back.size === 0) return NO_GREETING;
    const unread = await this.#read((work) => this.#unread.messagesFor(work, back, people));
    return { edits: StreamFrames.ofEdits(this.#edits.recent), unread };
  }

  async #peopleOf(clients: readonly StreamClient[]): Promise<People> {
    if (clients.length === 0) return new Map();
    const idsOf = (kind: Credential['kind']) => [
      ...new Set(
        clients
          .map(({ credential }) => credential)
          .flatMap((credential) => (credential.kind === kind ? [credential.id] : [])),
      ),
    ];
    const { runner, unusedSessionMs } = this.#parts;
    const [sessions, tokens] = [idsOf('session'), idsOf('token')];
    const inSessions = sessions.length > 0 ? await this.#read((work) => peopleOfSessions(work, sessions)) : [];
    const withTokens = tokens.length > 0 ? await this.#read((work) => peopleOfTokens(work, tokens)) : [];
    const now = runner.clock.now();
    const people = [
      ...inSessions.map((session) => personIn(session, now, unusedSessionMs)),
      ...withTokens.map((token) => personWithToken(token, now)),
    ];
    return new Map(people.flatMap((person) => (person === null ? [] : [[person.credential.id, person] as const])));
  }

  #read<T>(operation: Operation<T, null>): Promise<T> {
    return this.#parts.runner.read(CONTEXT, operation);
  }
}
