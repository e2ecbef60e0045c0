import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

interface StoredMail {
  readonly uid: number;
  readonly at: Date;
  readonly raw: Buffer;
  /** As the server tells it. */
  readonly size: number;
}

/** An IMAP server of one mailbox: as much of it as reading and moving mails asks for. */
export class ImapServer {
  uidValidity = 1;
  password = 'secret';
  /** The token by which it lets its owner in, and takes no password, as Microsoft 365 does; null for a server that knows passwords alone. */
  accessToken: string | null = null;
  /** How many whole mails it gives before the token of its session ends, with which Microsoft 365 ends the session. */
  mailsOfToken = Number.POSITIVE_INFINITY;
  mails: StoredMail[] = [];
  /** The UIDs of mails that were moved away, and where to. */
  readonly moved: [number, string][] = [];
  /** How often a whole mail was asked for. */
  bodies = 0;
  /** How often a mail was named without any of its text. */
  listed = 0;
  /** Whether the connection is cut when a mail is to be moved. */
  isCutAtMove = false;
  #next = 1;
  readonly #server: Server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  add(text: Buffer | string, at: Date, size?: number): void {
    const raw = Buffer.from(text);
    this.mails.push({ uid: this.#next, at, raw, size: size ?? raw.length });
    this.#next += 1;
  }

  /** Numbers its mails anew, as a mailbox does that was restored. */
  renumber(): void {
    this.uidValidity += 1;
    this.mails = this.mails.map((mail, index) => ({ ...mail, uid: index + 1 }));
    this.#next = this.mails.length + 1;
  }

  get #capability(): string {
    return `IMAP4rev1 UIDPLUS MOVE${this.accessToken === null ? '' : ' AUTH=PLAIN AUTH=XOAUTH2 SASL-IR'}`;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    socket.write(this.accessToken === null ? `* OK [CAPABILITY ${this.#capability}] ready\r\n` : '* OK ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString('latin1')}`.split('\r\n');
      rest = lines.pop() ?? '';
      if (this.isCutAtMove && lines.some((line) => / UID MOVE /i.test(line))) {
        socket.destroy();
        return;
      }
      for (const line of lines) {
        if (line.includes('BODY.PEEK[]') && this.mailsOfToken <= 0) {
          socket.end('* BYE Session invalidated - AccessTokenExpired\r\n');
          return;
        }
        socket.write(this.#answer(line));
      }
      if (lines.some((line) => / LOGOUT$/i.test(line))) socket.end();
    });
  }

  #answer(line: string): Buffer {
    const [, tag = '*', uid = '', command = '', rest = ''] = /^(\S+) (UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
    const { untagged, end = 'OK done' } = this.#run(`${uid}${command}`.toUpperCase(), rest);
    return Buffer.concat([...untagged, Buffer.from(`${tag} ${end}\r\n`)]);
  }

  #run(command: string, rest: string): { untagged: Buffer[]; end?: string } {
    const lines = (...texts: string[]) => texts.map((text) => Buffer.from(`* ${text}\r\n`));
    if (command === 'LOGIN')
      return this.accessToken === null && rest.includes(this.password)
        ? { untagged: [] }
        : { untagged: [], end: 'NO [AUTHENTICATIONFAILED] Wrong password' };
    if (command === 'AUTHENTICATE') {
      const said = Buffer.from(rest.split(' ')[1] ?? '', 'base64').toString();
      const isRight = said === `user=kwit\u0001auth=Bearer ${this.accessToken}\u0001\u0001`;
      return { untagged: [], end: isRight ? 'OK done' : 'NO [AUTHENTICATIONFAILED] Wrong token' };
    }
    if (command === 'CAPABILITY') return { untagged: lines(`CAPABILITY ${this.#capability}`) };
    if (command === 'LIST' && rest.endsWith('"" ""')) return { untagged: lines('LIST (\\Noselect) "/" ""') };
    if (command === 'LIST' || command === 'LSUB')
      return { untagged: lines(`${command} () "/" INBOX`, `${command} () "/" Done`) };
    if (command === 'SELECT' || command === 'EXAMINE')
      return {
        untagged: lines(
          'FLAGS (\\Seen)',
          `${this.mails.length} EXISTS`,
          `OK [UIDVALIDITY ${this.uidValidity}] valid`,
          `OK [UIDNEXT ${this.#next}] next`,
        ),
        end: 'OK [READ-WRITE] selected',
      };
    if (command === 'UID SEARCH') return { untagged: lines(`SEARCH ${this.#since(rest).join(' ')}`.trimEnd()) };
    if (command === 'UID FETCH') return { untagged: this.#fetched(rest) };
    if (command === 'UID MOVE') return { untagged: this.#move(rest) };
    return { untagged: [] };
  }

  #since(rest: string): number[] {
    const day = Date.parse(/SINCE "?([^"\s]+)/i.exec(rest)?.[1] ?? '');
    return this.mails.filter(({ at }) => !(at.getTime() < day)).map(({ uid }) => uid);
  }

  /** The mails of a range, and the last one when none is newer than its beginning. */
  #among(range: string): StoredMail[] {
    const last = this.mails.at(-1);
    return this.mails.filter((mail) =>
      range.split(',').some((part) => {
        const [from = '', to = from] = part.split(':');
        if (to !== '*') return mail.uid >= Number(from) && mail.uid <= Number(to);
        return mail.uid >= Number(from) || mail === last;
      }),
    );
  }

  #fetched(rest: string): Buffer[] {
    const [range = '', ...items] = rest.split(' ');
    const wantsHead = items.join(' ').includes('BODY.PEEK[HEADER]');
    const wantsBytes = items.join(' ').includes('BODY.PEEK[]');
    if (wantsBytes) {
      this.bodies += 1;
      this.mailsOfToken -= 1;
    }
    return this.#among(range).map((mail) => {
      const { uid, at, raw, size } = mail;
      if (!wantsHead && !wantsBytes) this.listed += 1;
      const day = at
        .toUTCString()
        .replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1-$2-$3 $4 +0000')
        .padStart(26, '0');
      const head = `* ${this.mails.indexOf(mail) + 1} FETCH (UID ${uid} INTERNALDATE "${day}" RFC822.SIZE ${size}`;
      const [, from = '0', length = String(raw.length)] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(rest) ?? [];
      const piece = raw.subarray(Number(from), Number(from) + Number(length));
      const sent = wantsHead ? raw.subarray(0, raw.indexOf('\r\n\r\n') + 4) : piece;
      const part = wantsHead ? 'BODY[HEADER]' : rest.includes('BODY.PEEK[]<') ? `BODY[]<${from}>` : 'BODY[]';
      const body = wantsHead || wantsBytes ? [Buffer.from(` ${part} {${sent.length}}\r\n`), sent] : [];
      return Buffer.concat([Buffer.from(head), ...body, Buffer.from(')\r\n')]);
    });
  }

  #move(rest: string): Buffer[] {
    const [range = '', folder = ''] = rest.split(' ');
    return this.#among(range).map((mail) => {
      const place = this.mails.indexOf(mail) + 1;
      this.mails = this.mails.filter((entry) => entry !== mail);
      this.moved.push([mail.uid, folder.replaceAll('"', '')]);
      return Buffer.from(`* ${place} EXPUNGE\r\n`);
    });
  }
}
