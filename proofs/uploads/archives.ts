import { samples, zip } from '#testing/sample-files.ts';
import { type Case, oneFile, only, REFUSED } from './case.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const MIB = 1024 * 1024;
const ZIP = 'application/zip';
const TYPES = '[Content_Types].xml';

/** 100 MiB of zeros in a hundred KB. */
const bomb = zip([{ name: 'zeros', deflate: true, content: Buffer.alloc(100 * MIB) }]);

/** Archives in archives, four in each; the innermost hold a bomb. */
function nested(depth: number): Buffer {
  const content = depth === 0 ? bomb : nested(depth - 1);
  return zip(Array.from({ length: depth === 0 ? 1 : 4 }, (_, n) => ({ name: `${n}.zip`, deflate: true, content })));
}

const declared = (type: string) => `<Types><Override ContentType="application/${type}.main+xml"/></Types>`;
const documentWith = (content: string | Buffer) => zip([{ name: TYPES, deflate: true, content }]);

/** Kwit does not unpack archives; of office documents it reads only the part that says which kind they are. */
export const ARCHIVES: readonly Case[] = [
  oneFile('a bomb', { claim: ZIP, bytes: bomb }, only(ZIP)),
  oneFile('bombs in archives in archives', { claim: ZIP, bytes: nested(3) }, only(ZIP)),
  oneFile('an empty ZIP', { claim: ZIP, bytes: zip([]) }, only(ZIP)),
  oneFile(
    'a ZIP that leads out of its folder',
    { claim: ZIP, bytes: zip([{ name: '../../etc/passwd', content: 'x' }]) },
    only(ZIP),
  ),
  oneFile(
    'a ZIP that lies about a size',
    { claim: ZIP, bytes: zip([{ name: 'a', content: 'x', statedSize: 2 ** 32 - 1 }]) },
    only(ZIP),
  ),
  oneFile('a DOCX as the ZIP that it is', { claim: ZIP, bytes: samples.docx }, only(ZIP)),
  oneFile('a DOCX that is cut', { claim: DOCX, bytes: samples.docx.subarray(0, 60) }, REFUSED),
  oneFile('a DOCX of which a byte is wrong', { claim: DOCX, bytes: garbled(samples.docx, 60) }, REFUSED),
  oneFile('a DOCX that says nothing', { claim: DOCX, bytes: documentWith('') }, REFUSED),
  oneFile(
    'a DOCX with macros',
    { claim: DOCX, bytes: documentWith(declared('vnd.ms-word.document.macroEnabled')) },
    REFUSED,
  ),
  oneFile('a bomb that is said to be a DOCX', { claim: DOCX, bytes: bomb }, REFUSED),
  oneFile('a DOCX that blows up', { claim: DOCX, bytes: documentWith(Buffer.alloc(100 * MIB, ' ')) }, REFUSED),
  oneFile(
    'a DOCX that lies about its size',
    {
      claim: DOCX,
      bytes: zip([{ name: TYPES, deflate: true, content: Buffer.alloc(100 * MIB, ' '), statedSize: 10 }]),
    },
    REFUSED,
  ),
];

function garbled(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
