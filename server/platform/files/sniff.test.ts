import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jpeg, png, samples, zip } from '#testing/sample-files.ts';
import { imageDimensions } from './image-size.ts';
import { examineFile, type MimeType, sniffImage } from './sniff.ts';

async function sniff(bytes: Uint8Array, claimed: string | undefined, name: string): Promise<MimeType | null> {
  const file = await examineFile(bytes, claimed, name);
  return 'mime' in file ? file.mime : null;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const isText = (mime: MimeType) => /^text|json$|rfc822/.test(mime);

const accepted: [keyof typeof samples, string, MimeType][] = [
  ['png', 'a.png', 'image/png'],
  ['jpeg', 'a.jpg', 'image/jpeg'],
  ['gif', 'a.gif', 'image/gif'],
  ['webp', 'a.webp', 'image/webp'],
  ['losslessWebp', 'a.webp', 'image/webp'],
  ['pdf', 'a.pdf', 'application/pdf'],
  ['zip', 'a.zip', 'application/zip'],
  ['docx', 'a.docx', DOCX],
  ['xlsx', 'a.xlsx', XLSX],
  ['pptx', 'a.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['odt', 'a.odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'a.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['heic', 'a.heic', 'image/heic'],
  ['avif', 'a.avif', 'image/avif'],
  ['gzip', 'a.gz', 'application/gzip'],
  ['sevenZip', 'a.7z', 'application/x-7z-compressed'],
  ['mp4', 'a.mp4', 'video/mp4'],
  ['mov', 'a.mov', 'video/quicktime'],
  ['webm', 'a.webm', 'video/webm'],
  ['msg', 'a.msg', 'application/vnd.ms-outlook'],
  ['eml', 'a.eml', 'message/rfc822'],
  ['text', 'a.txt', 'text/plain'],
  ['json', 'a.json', 'application/json'],
  ['csv', 'a.csv', 'text/csv'],
];

describe('what is on the list', () => {
  for (const [sample, name, mime] of accepted) {
    test(`${sample} is ${mime}, claimed or not`, async () => {
      const bytes = samples[sample];
      assert.equal(await sniff(bytes, mime, name), mime);
      assert.equal(await sniff(bytes, `${mime.toUpperCase()}; charset=utf-8`, name), mime);
      assert.equal(await sniff(bytes, 'application/octet-stream', name), mime);
      assert.equal(await sniff(bytes, undefined, name), mime);
      assert.equal(await sniff(bytes, '', name), mime);
    });
  }

  test('is taken under its other names too', async () => {
    const cases: [Buffer, string, string, MimeType][] = [
      [samples.jpeg, 'image/jpg', 'a.jpg', 'image/jpeg'],
      [samples.zip, 'application/x-zip-compressed', 'a.zip', 'application/zip'],
      [samples.docx, 'application/zip', 'a.docx', 'application/zip'],
      [samples.csv, 'application/vnd.ms-excel', 'a.CSV', 'text/csv'],
      [samples.csv, 'text/plain', 'a.csv', 'text/plain'],
      [samples.text, 'text/markdown', 'a.md', 'text/plain'],
      [samples.json, 'text/json', 'a.json', 'application/json'],
    ];
    for (const [bytes, claimed, name, mime] of cases) assert.equal(await sniff(bytes, claimed, name), mime, claimed);
  });

  test('text without a claim is what its name says, else plain', async () => {
    assert.equal(await sniff(samples.text, undefined, 'notes'), 'text/plain');
    assert.equal(await sniff(samples.text, undefined, 'broken.json'), 'text/plain');
    assert.equal(await sniff(Buffer.alloc(0), undefined, 'empty.txt'), 'text/plain');
    assert.equal(await sniff(Buffer.from('\ufeffa,b\n'), undefined, 'excel.csv'), 'text/csv');
    assert.equal(await sniff(Buffer.from('\ufeff{}'), 'application/json', 'bom.json'), 'application/json');
  });

  test('text that begins as another format does is still text', async () => {
    for (const text of [
      'BMW is a car',
      'MZ',
      'ID3',
      '%!PS-Adobe',
      '{\\rtf1 text}',
      'GIF is a format',
      '< 3 you',
      '<- here',
    ]) {
      assert.equal(await sniff(Buffer.from(text), 'text/plain', 'a.txt'), 'text/plain', text);
    }
  });
});

describe('what is not on the list, or not what it claims to be', () => {
  test('is told by the content among raster images', async () => {
    assert.equal(await sniff(samples.png, 'image/jpeg', 'a.jpg'), 'image/png');
    assert.equal(await sniff(samples.webp, 'image/png', 'a.png'), 'image/webp');
  });

  test('another listed type than the one claimed is refused', async () => {
    for (const [sample, name, mime] of accepted) {
      const other = mime.startsWith('image/') ? 'application/pdf' : 'image/png';
      for (const claimed of [other, 'image/svg+xml', 'constructor', 'application/msword'])
        if (!isText(mime) || claimed !== 'image/svg+xml')
          assert.equal(await sniff(samples[sample], claimed, name), null, `${sample} as ${claimed}`);
      for (const claimed of ['text/html', 'text/x-python', 'application/xml', 'application/x-sh'])
        assert.equal((await sniff(samples[sample], claimed, name)) !== null, isText(mime), `${sample} as ${claimed}`);
    }
    assert.equal(await sniff(samples.zip, DOCX, 'a.docx'), null);
    assert.equal(await sniff(samples.docx, XLSX, 'a.xlsx'), null);
    assert.equal(await sniff(samples.pdf, 'text/plain', 'a.txt'), null);
    assert.equal(await sniff(samples.png, 'text/plain', 'a.txt'), null);
    assert.equal(await sniff(samples.text, 'application/json', 'a.json'), 'text/plain');
    assert.equal(await sniff(samples.text, 'application/vnd.ms-excel', 'a.xls'), null);
    assert.equal(await sniff(Buffer.from('GIF is a format'), 'image/gif', 'a.gif'), null);
    assert.equal(await sniff(Buffer.alloc(0), 'image/png', 'a.png'), null);
    assert.equal(await sniff(Buffer.alloc(0), 'application/json', 'a.json'), 'text/plain');
  });

  test('programs, archives and documents of other kinds are refused', async () => {
    const others: [string, Buffer][] = [
      ['ELF', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1')],
      ['EXE', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
      ['DOC', Buffer.from('d0cf11e0a1b11ae1000000000000000000000000000000003e000300feff0900', 'hex')],
      ['JAR', zip([{ name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0' }])],
      ['PNG magic alone', samples.png.subarray(0, 8)],
      ['random', Buffer.from('fefefefe00ff', 'hex')],
    ];
    for (const [kind, bytes] of others) assert.equal(await sniff(bytes, undefined, 'a.bin'), null, kind);
  });

  test('text has no controls but those of terminals, in UTF-8, UTF-16 with its mark, or a page of 8 bits', async () => {
    const cases = ['610062', '617f', 'c285', '6101', 'fffe0000610000 00', '0000feff00000061', '61006200', '6181906281'];
    for (const hex of cases)
      assert.equal(await sniff(Buffer.from(hex.replaceAll(' ', ''), 'hex'), 'text/plain', 'a.txt'), null, hex);
    for (const text of ['a\tb\r\nc\fd', '\x1b[31mERROR\x1b[0m', 'a\x07\b\v'])
      assert.equal(await sniff(Buffer.from(text), 'text/plain', 'a.txt'), 'text/plain');
  });

  test('a text tells its encoding', async () => {
    const cases: [string, string][] = [
      ['42b3b964206472756b61726b6920bff3b3e6', 'windows-1250'],
      ['50f8edb9ed b97e6c757f6f75e8 6bfd'.replaceAll(' ', '').replace('7f', '9d'), 'windows-1250'],
      ['fc626572 20 73747261dfe5'.replaceAll(' ', ''), 'windows-1252'],
      ['6465 6ae0 20 76 75'.replaceAll(' ', ''), 'windows-1252'],
      ['a335 20 6db3'.replaceAll(' ', ''), 'windows-1252'],
      ['fffe5a017f01', 'utf-16le'],
      ['feff015a017f', 'utf-16be'],
      ['c5bac582', 'utf-8'],
    ];
    for (const [hex, charset] of cases) {
      const file = await examineFile(Buffer.from(hex, 'hex'), undefined, 'a.log');
      assert.deepEqual(file, { mime: 'text/plain', charset }, hex);
    }
  });

  test('scripts, settings, calendars and broken JSON are text; a mail is one by its first lines', async () => {
    const cases: [string, string | undefined, string, string][] = [
      ['#!/bin/sh\n', 'application/x-sh', 'run.sh', 'text/plain'],
      ['print(1)\n', 'text/x-python', 'a.py', 'text/plain'],
      ['a: 1\n', 'application/x-yaml', 'a.yml', 'text/plain'],
      ['<?xml version="1.0"?>\n<configuration/>', 'application/xml', 'app.config', 'text/plain'],
      ['BEGIN:VCALENDAR\r\n', 'text/calendar', 'a.ics', 'text/plain'],
      ['{"a":1,', 'application/json', 'broken.json', 'text/plain'],
      ['From: a@example.com\r\nSubject: x\r\n\r\nHello', 'message/rfc822', 'a.eml', 'message/rfc822'],
      ['Received: by x;\r\n more\r\nDate: y\r\n\r\n', undefined, 'a.eml', 'message/rfc822'],
      ['Hello,\nFrom: a', 'message/rfc822', 'a.eml', 'text/plain'],
      ['From: a@example.com\n\n', undefined, 'a.txt', 'text/plain'],
      ['log\n<html><body>', 'text/plain', 'a.log', 'text/plain'],
    ];
    for (const [text, claimed, name, mime] of cases)
      assert.equal(await sniff(Buffer.from(text), claimed, name), mime, name);
  });

  test('pages that browsers run are refused in every encoding', async () => {
    for (const page of [
      '<html>',
      '<?xml version="1.0"?><a xmlns="http://www.w3.org/1999/xhtml"/>',
      '<?xml-stylesheet?>',
    ])
      for (const bytes of [
        Buffer.from(page),
        Buffer.from(`\ufeff${page}`, 'utf16le'),
        Buffer.from(`${page}\xb9`, 'latin1'),
      ])
        assert.equal(await sniff(bytes, 'text/plain', 'a.txt'), null, page);
  });

  test('HTML, SVG and XML are refused, however they begin and whatever they claim', async () => {
    const documents = [
      '<!DOCTYPE html><p>x',
      '<html>',
      '<HTML\nlang=pl>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><svg/>',
      '<script>alert(1)</script>',
      '<ScRiPt/src=x>',
      '<iframe src=x>',
      '<body onload=x>',
      '<img src=x onerror=x>',
      '\ufeff \r\n\t<svg/>',
      '<!-- a --> <!-- b -->\n<html>',
      '<!--><script>x</script>',
      '<!---><svg/>',
      '<!-- x --!><svg/>',
    ];
    for (const document of documents) {
      for (const claimed of [undefined, 'text/plain', 'text/csv', 'text/html', 'image/svg+xml', 'application/json']) {
        assert.equal(await sniff(Buffer.from(document), claimed, 'a.txt'), null, document);
      }
    }
    for (const text of [
      '<!-- note -->\n# Title',
      '<svgfoo',
      '<pre>',
      'see <html>',
      '<!-- never closed <html>',
      'a<b',
    ]) {
      assert.equal(await sniff(Buffer.from(text), 'text/plain', 'a.txt'), 'text/plain', text);
    }
  });

  test('a file that is two things at once is refused by its claim', async () => {
    const gifAndHtml = Buffer.concat([samples.gif, Buffer.from('<script>alert(1)</script>')]);
    assert.equal(await sniff(gifAndHtml, 'text/html', 'a.html'), null);
    assert.equal(await sniff(gifAndHtml, 'text/plain', 'a.txt'), null);
    assert.equal(await sniff(gifAndHtml, 'image/gif', 'a.gif'), 'image/gif');
  });
});

/** An archive of one entry, which claims to unpack to so many bytes, before it and in the directory. */
function claiming(archive: Buffer, bytes: number): Buffer {
  const liar = Buffer.from(archive);
  liar.writeUInt32LE(bytes, 22);
  liar.writeUInt32LE(bytes, liar.lastIndexOf('PK\x01\x02') + 24);
  return liar;
}

describe('hostile files cost next to nothing', () => {
  const MEGABYTE = 1_000_000;
  const bomb = zip([{ name: '[Content_Types].xml', content: Buffer.alloc(200 * MEGABYTE), deflate: true }]);
  const liar = claiming(bomb, 100);
  const crowd = zip(Array.from({ length: 50_000 }, (_, index) => ({ name: `entry-${index}`, content: '' })));
  const files: [string, Buffer][] = [
    ['zip bomb', bomb],
    ['zip bomb that says it is small', liar],
    ['zip of 50,000 entries', crowd],
    ['zip header before 20 MB of nothing', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(20 * MEGABYTE)])],
    ['20 MB of comments', Buffer.from('<!--'.repeat(5 * MEGABYTE))],
    ['20 MB of closed comments', Buffer.from('<!---->'.repeat(3 * MEGABYTE))],
    ['20 MB of blanks', Buffer.alloc(20 * MEGABYTE, ' ')],
    ['20 MB of text', Buffer.alloc(20 * MEGABYTE, 'Zażółć gęślą jaźń\n')],
    ['20 MB of JPEG fill', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(20 * MEGABYTE, 0xff)])],
  ];
  for (const [kind, bytes] of files) {
    test(kind, async () => {
      const before = process.memoryUsage().rss;
      const start = process.cpuUsage();
      await sniff(bytes, undefined, 'a.bin');
      await sniffImage(bytes);
      // Its cost in CPU: the time that it took depends on the load of the machine.
      const { user, system } = process.cpuUsage(start);
      assert.ok(user + system < 2_000_000, `cost ${user + system} µs`);
      assert.ok(process.memoryUsage().rss - before < 150 * MEGABYTE);
    });
  }
});

describe('an avatar, a logo or an icon', () => {
  test('is a PNG, JPEG or WebP, with the size that its header says', async () => {
    assert.deepEqual(await sniffImage(png(4097, 16)), { mime: 'image/png', width: 4097, height: 16 });
    assert.deepEqual(await sniffImage(jpeg(640, 480)), { mime: 'image/jpeg', width: 640, height: 480 });
    assert.deepEqual(await sniffImage(samples.webp), { mime: 'image/webp', width: 1, height: 1 });
    assert.deepEqual(await sniffImage(samples.losslessWebp), { mime: 'image/webp', width: 1, height: 1 });
  });

  test('is nothing else', async () => {
    for (const bytes of [samples.gif, samples.pdf, samples.text, samples.zip, Buffer.from('<svg/>')]) {
      assert.equal(await sniffImage(bytes), null);
    }
    assert.equal(await sniffImage(png(0, 5)), null);
    assert.equal(await sniffImage(jpeg(640, 480).subarray(0, 24)), null);
  });

  test('an extended WebP gives the size of its canvas, and a cut header none', () => {
    const extended = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x0f\0\x3f\0\0', 'latin1');
    assert.deepEqual(imageDimensions(extended), { width: 4096, height: 64 });
    for (const whole of [extended, samples.png, samples.webp, samples.jpeg]) {
      for (let length = 0; length < 24; length += 1) assert.equal(imageDimensions(whole.subarray(0, length)), null);
    }
  });
});
