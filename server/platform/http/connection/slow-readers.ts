import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MINUTE, SECOND } from '../../clock.ts';

const KB = 1024;
/** How slowly a table or an archive may be read: in each minute in which it waits for its reader, 64 KB a second. */
const LEAST = { windowMs: MINUTE, bytes: (64 * KB * MINUTE) / SECOND };

/**
 * Counts how fast a reader is, and only while something waits for them: how long Kwit takes to make it is not theirs.
 *
 * @param windowMs, bytes they have to take so many bytes in so many milliseconds of waiting.
 */
export class ReadingSpeed {
  #waitedMs = 0;
  #sentBefore = 0;

  /**
   * @param waits whether something waits for the reader now. @param ms how long it is since the last look.
   * @param sent how many bytes they have taken in all.
   * @returns whether they are too slow.
   */
  isTooSlow(waits: boolean, ms: number, sent: number): boolean {
    if (waits) this.#waitedMs += ms;
    if (this.#waitedMs < LEAST.windowMs) return false;
    const isTooSlow = sent - this.#sentBefore < LEAST.bytes;
    this.#waitedMs = 0;
    this.#sentBefore = sent;
    return isTooSlow;
  }
}

/**
 * Ends tables and archives that are read too slowly (docs/rules/service.md#slow-readers): as long as one is read, it holds what
 * it is made from. They come in small pieces, by whose leaving a reader's progress is seen.
 */
export function endSlowReading(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw, routeOptions }, reply, payload, done) => {
    const { isFile = false, expensive = false } = routeOptions.config;
    if (isFile && expensive && payload instanceof Readable) watch(raw.socket, (stop) => reply.raw.once('close', stop));
    done(null, payload);
  });
}

function watch(socket: Socket, onEnd: (stop: () => void) => void): void {
  const speed = new ReadingSpeed();
  const begun = takenFrom(socket);
  const look = () => {
    if (speed.isTooSlow(socket.writableLength > 0, SECOND, takenFrom(socket) - begun)) socket.destroy();
    else timer = setTimeout(look, SECOND);
  };
  let timer = setTimeout(look, SECOND);
  onEnd(() => clearTimeout(timer));
}

/** `bytesWritten` also counts what waits. */
const takenFrom = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;
