import type { ServerResponse } from 'node:http';
import { SECOND } from '../../clock.ts';
import { Failure } from '../../failure.ts';

const MB = 1024 * 1024;
/** How many bytes of forms with files Kwit reads at once: they are in memory until their answer has ended. */
const ROOM_BYTES = 160 * MB;
/** The room for a form that does not say how long it is. */
const UNKNOWN_BYTES = 20 * MB;
/** The most room for a form or a mail. Kwit keeps 20 MiB of files and 2 MB of fields, or a mail of 25 MiB. */
const MAX_BYTES = 25 * MB;
/** How many forms wait for room, unread. The gate refuses any more at once. */
const MAX_WAITING = 256;
/** The share of the room, and of the line, that one person may have. */
const PERSON_SHARE = 1 / 2;
/** How long a form waits for room, in milliseconds. */
const WAIT_TIMEOUT_MS = 30 * SECOND;

interface Upload {
  readonly personId: string;
  readonly bytes: number;
}

interface Waiting extends Upload {
  admit(): void;
}

/**
 * Keeps the forms with files that are read at once within 160 MB, and those of one person within half of that
 * (docs/rules/files.md#forms). Others wait until there is room.
 */
export class UploadGate {
  readonly #running = new Map<ServerResponse, Upload>();
  readonly #waiting = new Map<ServerResponse, Waiting>();

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Bytes that the running forms take up. */
  get bytes(): number {
    return bytesOf(this.#running);
  }

  /**
   * Resolves when there is room for the form. It takes up room until its answer has ended.
   *
   * @param contentLength bytes; undefined when the client does not say.
   * @throws Failure `service_unavailable` with the seconds after which to try again.
   */
  async enter(response: ServerResponse, personId: string, contentLength: number | undefined): Promise<void> {
    if (response.destroyed) throw full();
    const upload = { personId, bytes: Math.min(contentLength ?? UNKNOWN_BYTES, MAX_BYTES) };
    // An upload that waits for room that others leave goes before those who come later.
    if (this.#isNext() && this.#hasRoom(upload)) this.#run(response, upload);
    else if (this.#hasPlace(personId)) await this.#wait(response, upload);
    else throw full();
  }

  /** Whether everybody who waits does so for their own forms. */
  #isNext(): boolean {
    return ![...this.#waiting.values()].some((waiting) => this.#hasShare(waiting));
  }

  #hasShare({ personId, bytes }: Upload): boolean {
    return bytesOf(this.#running, personId) + bytes <= ROOM_BYTES * PERSON_SHARE;
  }

  #hasRoom(upload: Upload): boolean {
    return this.#hasShare(upload) && this.bytes + upload.bytes <= ROOM_BYTES;
  }

  #hasPlace(personId: string): boolean {
    const own = [...this.#waiting.values()].filter((upload) => upload.personId === personId).length;
    return this.#waiting.size < MAX_WAITING && own < MAX_WAITING * PERSON_SHARE;
  }

  #run(response: ServerResponse, upload: Upload): void {
    this.#running.set(response, upload);
    response.once('close', () => {
      this.#running.delete(response);
      this.#admit();
    });
  }

  /** Lets forms run in the order in which they came, but for those of people who have their share. */
  #admit(): void {
    for (const [response, waiting] of this.#waiting) {
      if (!this.#hasShare(waiting)) continue;
      if (!this.#hasRoom(waiting)) return;
      this.#waiting.delete(response);
      this.#run(response, waiting);
      waiting.admit();
    }
  }

  #wait(response: ServerResponse, upload: Upload): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        response.off('close', giveUp);
        this.#waiting.delete(response);
        reject(full());
        this.#admit();
      };
      const timer = setTimeout(giveUp, WAIT_TIMEOUT_MS);
      response.once('close', giveUp);
      const admit = () => {
        clearTimeout(timer);
        response.off('close', giveUp);
        resolve();
      };
      this.#waiting.set(response, { ...upload, admit });
    });
  }
}

/** Bytes of all forms, or of one person's. */
function bytesOf(forms: ReadonlyMap<ServerResponse, Upload>, personId?: string): number {
  const counted = [...forms.values()].filter((upload) => personId === undefined || upload.personId === personId);
  return counted.reduce((sum, { bytes }) => sum + bytes, 0);
}

const full = () =>
  new Failure('service_unavailable', {
    message: 'Many files are being sent at this moment; wait for as many seconds as Retry-After says, then send again.',
    retryAfter: 5,
  });
