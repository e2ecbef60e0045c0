/** Reads the mail in a file, and prints how many megabytes the process has grown by it at most. */
import { createReadStream, statSync } from 'node:fs';
import { MailMemory, MailReader } from '#mail-in';

const own = { addresses: [], names: [] };
const sent = [{ text: 'You receive this because you reported the ticket.\n\n-- \nKwit-Ref: x', html: null }];

let most = 0;
const look = () => {
  most = Math.max(most, process.memoryUsage.rss());
};

async function read(reader: MailReader, raw: Buffer): Promise<void> {
  const parsed = await reader.parse(raw);
  look();
  const { text = null, markdown = null, cpuMs } = parsed ?? {};
  await reader.authorsText({ text, markdown, own, sent, said: [] }, cpuMs);
  look();
}

const reader = new MailReader();
await read(reader, Buffer.from('From: ada@example.com\r\nSubject: x\r\n\r\nIt works.\r\n'));
const before = process.memoryUsage.rss();
const timer = setInterval(look, 1);
const [, , path = ''] = process.argv;
const memory = new MailMemory(statSync(path).size);
for await (const piece of createReadStream(path)) memory.take(piece as Buffer);
await read(reader, memory.bytes);
clearInterval(timer);
await reader.close();
process.stdout.write(String(Math.round((most - before) / 1e6)));
