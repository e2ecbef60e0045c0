import { gzipSync } from 'node:zlib';
import { jpeg, png, samples, zip } from '#testing/sample-files.ts';
import { both, type Case, oneFile, only, REFUSED, shownOnly, tooLargeToShow } from './case.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const DOCX = `${OFFICE}wordprocessingml.document`;
const XLSX = `${OFFICE}spreadsheetml.sheet`;
const UNCLAIMED = 'application/octet-stream';
const HTML = '<!doctype html><script>alert(document.cookie)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const appended = (bytes: Uint8Array, tail: string | Uint8Array) => Buffer.concat([bytes, Buffer.from(tail)]);

/** A file of each type that may be attached, with its type and without. */
const accepted: readonly Case[] = (
  [
    ['image/png', 'a.png', samples.png],
    ['image/jpeg', 'a.jpg', samples.jpeg],
    ['image/webp', 'a.webp', samples.webp],
    ['image/webp', 'lossless.webp', samples.losslessWebp],
    ['image/gif', 'a.gif', samples.gif],
    ['application/pdf', 'a.pdf', samples.pdf],
    ['application/zip', 'a.zip', samples.zip],
    [DOCX, 'a.docx', samples.docx],
    [XLSX, 'a.xlsx', samples.xlsx],
    ['text/plain', 'a.txt', samples.text],
    ['text/csv', 'a.csv', samples.csv],
    ['application/json', 'a.json', samples.json],
  ] as const
).flatMap(([claim, name, bytes]) => {
  const isPicture = ['image/png', 'image/jpeg', 'image/webp'].includes(claim);
  const outcomes = isPicture ? both(claim) : only(claim);
  return [claim, UNCLAIMED].map((type) => oneFile(`${name} as ${type}`, { name, claim: type, bytes }, outcomes));
});

/** Files that are not what their content type says, or that no rule allows. */
const mislabelled: readonly Case[] = (
  [
    ['a PDF that is said to be a PNG', 'image/png', samples.pdf],
    ['a text that is said to be a PNG', 'image/png', samples.text],
    ['a ZIP that is said to be a DOCX', DOCX, samples.zip],
    ['a DOCX that is said to be an XLSX', XLSX, samples.docx],
    ['an empty PNG', 'image/png', ''],
    ['the magic of a PNG and nothing else', 'image/png', samples.png.subarray(0, 8)],
    ['a program', UNCLAIMED, latin1('MZ\x90\0\x03\0\0\0')],
    ['a program that is said to be text', 'text/plain', latin1('\x7fELF\x02\x01\x01\0')],
    ['WebAssembly', 'application/wasm', latin1('\0asm\x01\0\0\0')],
    ['an old Word document', 'application/msword', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['an icon of Windows', 'image/x-icon', Buffer.from('0000010001001010', 'hex')],
    ['a JAR', UNCLAIMED, zip([{ name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0' }])],
    ['text in ISO 8859-1', 'text/plain', Buffer.from('617f3ff1', 'hex')],
    ['text with a NUL', 'text/plain', 'a\0b'],
  ] as const
).map(([what, claim, bytes]) => oneFile(what, { claim, bytes }, REFUSED));

/** Files of kinds that an IT desk gets, and texts under any name of one. */
const desk: readonly Case[] = (
  [
    ['a text that is said to be a script', 'text/javascript', samples.text, 'text/plain'],
    ['a text that is said to be a style', 'text/css', samples.text, 'text/plain'],
    [
      'a PPTX with its type',
      `${OFFICE}presentationml.presentation`,
      samples.pptx,
      `${OFFICE}presentationml.presentation`,
    ],
    ['a PPTX without its type', UNCLAIMED, samples.pptx, `${OFFICE}presentationml.presentation`],
    ['a broken JSON', 'application/json', '{"a": 1', 'text/plain'],
    [
      'a JSON with a hundred thousand brackets',
      'application/json',
      '['.repeat(100_000) + ']'.repeat(100_000),
      'text/plain',
    ],
    ['a gzip', 'application/gzip', gzipSync('x'), 'application/gzip'],
    ['an AVIF', 'image/avif', latin1('\0\0\0\x1cftypavif\0\0\0\0'), 'image/avif'],
    ['text in UTF-16', 'text/plain', Buffer.from('\ufeffabc', 'utf16le'), 'text/plain'],
    ['text with orders for a terminal', 'text/plain', 'a\x1b]0;b\x07', 'text/plain'],
    ['an SVG in a gzip', UNCLAIMED, gzipSync(SVG), 'application/gzip'],
  ] as const
).map(([what, claim, bytes, type]) => oneFile(what, { claim, bytes }, only(type)));

/** Pictures under another content type. */
const miscalled: readonly Case[] = [
  oneFile('a PNG that is said to be a JPEG', { claim: 'image/jpeg', bytes: samples.png }, both('image/png')),
  ...(
    [
      ['a PNG that is said to be text', 'text/plain'],
      ['a PNG that is said to be a page', 'text/html'],
      ['a PNG that is said to be an SVG', 'image/svg+xml'],
      ['a claim that no type can be', 'text/html;,image/png'],
      ['a claim that is a property of every object', 'constructor'],
    ] as const
  ).map(([what, claim]) => oneFile(what, { claim, bytes: samples.png }, shownOnly('image/png'))),
];

/** Documents that a browser would run, under each content type with which a check might take them. */
const active: readonly Case[] = (
  [
    ['a page', HTML],
    ['a page behind white space', `\r\n\t ${HTML}`],
    ['a page behind a comment', `<!-- harmless -->${HTML}`],
    ['a page in capitals', '<HTML><BODY ONLOAD=alert(1)>'],
    ['an SVG', SVG],
    ['an SVG behind a byte-order mark', `\ufeff${SVG}`],
    ['an SVG with entities', `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`],
    ['an SVG under a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>'],
    ['XML that blows up', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "&c;&c;">]><a>&b;</a>'],
    ['XML with a style that runs', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><x/>'],
    ['XHTML', '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
    ['a page that is a PDF further on', `${HTML}\n${samples.pdf}`],
    ['a page that is a PNG further on', appended(Buffer.from(HTML), samples.png)],
    ['a page that is a ZIP from its end', appended(Buffer.from(HTML), samples.zip)],
  ] as const
).flatMap(([what, bytes]) =>
  ['text/html', 'image/svg+xml', 'image/png', 'text/plain', UNCLAIMED].map((claim) =>
    oneFile(`${what} as ${claim}`, { name: 'a.html', claim, bytes }, REFUSED),
  ),
);

/** Files of two types at once: Kwit takes them as the type that they begin as, and serves them as that only. */
const polyglots: readonly Case[] = [
  oneFile('a GIF and a page', { claim: 'image/gif', bytes: appended(samples.gif, HTML) }, only('image/gif')),
  oneFile('a GIF and a page, as the page', { claim: 'text/html', bytes: appended(samples.gif, HTML) }, REFUSED),
  oneFile('a GIF that is a script', { claim: 'image/gif', bytes: 'GIF89a=1;alert(1)//' }, only('image/gif')),
  oneFile('a GIF that is a script, as such', { claim: 'text/javascript', bytes: 'GIF89a=1;alert(1)//' }, REFUSED),
  oneFile('a PNG and a ZIP', { claim: 'image/png', bytes: appended(samples.png, samples.zip) }, both('image/png')),
  oneFile(
    'a PNG and a ZIP, as the ZIP',
    { claim: 'application/zip', bytes: appended(samples.png, samples.zip) },
    shownOnly('image/png'),
  ),
  oneFile('a JPEG and a page', { claim: 'image/jpeg', bytes: appended(samples.jpeg, HTML) }, both('image/jpeg')),
  oneFile(
    'a WebP and a script',
    { claim: 'image/webp', bytes: appended(samples.webp, '=1;alert(1)') },
    both('image/webp'),
  ),
  oneFile(
    'a PDF and a page',
    { claim: 'application/pdf', bytes: appended(samples.pdf, HTML) },
    only('application/pdf'),
  ),
  oneFile(
    'a ZIP and a page',
    { claim: 'application/zip', bytes: appended(samples.zip, HTML) },
    only('application/zip'),
  ),
  oneFile('text that is a script', { claim: 'text/plain', bytes: '#!/bin/sh\nrm -rf /\n' }, only('text/plain')),
  oneFile(
    'text in UTF-7',
    { claim: 'text/plain', bytes: '+ADw-script+AD4-alert(1)+ADw-/script+AD4-' },
    only('text/plain'),
  ),
  oneFile('a CSV that counts', { claim: 'text/csv', bytes: '=cmd|"/c calc"!A1;2\n' }, only('text/csv')),
  oneFile('a JSON of a page', { claim: 'application/json', bytes: JSON.stringify(HTML) }, only('application/json')),
  oneFile('text that is called a page', { name: 'a.html', claim: UNCLAIMED, bytes: 'Hello.' }, only('text/plain')),
  oneFile('no content, called text', { name: 'a.txt', claim: 'text/plain', bytes: '' }, only('text/plain')),
];

/** Pictures as wide or high as an avatar may be, and a pixel more. */
const pixelSizes: readonly Case[] = [
  oneFile('a PNG of 4096 pixels each way', { claim: 'image/png', bytes: png(4096, 4096) }, both('image/png')),
  oneFile('a PNG of 4095 pixels', { claim: 'image/png', bytes: png(4095, 1) }, both('image/png')),
  oneFile('a PNG 4097 pixels wide', { claim: 'image/png', bytes: png(4097, 1) }, tooLargeToShow('image/png')),
  oneFile('a PNG 4097 pixels high', { claim: 'image/png', bytes: png(1, 4097) }, tooLargeToShow('image/png')),
  oneFile('a JPEG of 4096 pixels each way', { claim: 'image/jpeg', bytes: jpeg(4096, 4096) }, both('image/jpeg')),
  oneFile('a JPEG 4097 pixels wide', { claim: 'image/jpeg', bytes: jpeg(4097, 1) }, tooLargeToShow('image/jpeg')),
  oneFile(
    'a JPEG of 65,535 pixels',
    { claim: 'image/jpeg', bytes: jpeg(65_535, 65_535) },
    tooLargeToShow('image/jpeg'),
  ),
  oneFile('a PNG that would be 4 GB', { claim: 'image/png', bytes: png(65_536, 65_536) }, tooLargeToShow('image/png')),
  oneFile('a PNG without a pixel', { claim: 'image/png', bytes: png(0, 5) }, only('image/png')),
  oneFile('a JPEG without a frame', { claim: 'image/jpeg', bytes: samples.jpeg.subarray(0, 24) }, only('image/jpeg')),
];

export const CONTENTS: readonly Case[] = [
  ...accepted,
  ...mislabelled,
  ...desk,
  ...miscalled,
  ...active,
  ...polyglots,
  ...pixelSizes,
];
