import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { samples } from '#testing/sample-files.ts';
import { shownSize } from './shown-size.ts';

/** A JPEG of 3 by 2 pixels whose Exif data begins with these entries (tag, value), in either order of bytes. */
function photo(entries: readonly (readonly [tag: number, value: number])[], isLittle: boolean): Buffer {
  const u16 = (value: number) => (isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const u32 = (value: number) => (isLittle ? [...u16(value), 0, 0] : [0, 0, ...u16(value)]);
  const directory = entries.flatMap(([tag, value]) => [...u16(tag), ...u16(3), ...u32(1), ...u16(value), 0, 0]);
  const tiff = [...Buffer.from(isLittle ? 'II' : 'MM'), ...u16(42), ...u32(8), ...u16(entries.length), ...directory];
  const exif = [...Buffer.from('Exif\0\0'), ...tiff, ...u32(0)];
  const segment = (marker: number, content: readonly number[]) => [
    ...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255],
    ...content,
  ];
  const jfif = segment(0xe0, [...Buffer.from('JFIF\0')]);
  const frame = segment(0xc0, [8, 0, 2, 0, 3, 1, 1, 0x11, 0]);
  return Buffer.from([0xff, 0xd8, ...jfif, ...segment(0xe1, exif), ...frame]);
}

test('a raster image has the size that its header says, any other file none', () => {
  const image = (kind: 'png' | 'jpeg' | 'gif' | 'webp') => shownSize(samples[kind], `image/${kind}`);
  for (const kind of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const size = image(kind);
    assert.ok(size && size.width >= 1 && size.height >= 1, kind);
  }
  assert.deepEqual(shownSize(Buffer.from('GIF89a\x03\x00\x02\x00', 'latin1'), 'image/gif'), { width: 3, height: 2 });
  assert.equal(shownSize(samples.png, 'text/plain'), null);
  assert.equal(shownSize(samples.pdf, 'application/pdf'), null);
  assert.equal(shownSize(Buffer.from('GIF89a'), 'image/gif'), null);
});

test('a photo is turned when the camera says that it lay on its side, whatever the order of bytes', () => {
  for (const isLittle of [true, false])
    for (let orientation = 0; orientation <= 9; orientation += 1) {
      const bytes = photo(
        [
          [0x010f, 1],
          [0x0112, orientation],
        ],
        isLittle,
      );
      const turned = orientation >= 5 && orientation <= 8;
      const expected = turned ? { width: 2, height: 3 } : { width: 3, height: 2 };
      assert.deepEqual(shownSize(bytes, 'image/jpeg'), expected, `orientation ${orientation}`);
    }
});

test('a photo whose data is cut or garbled has some size or none, and is read in no time', () => {
  const whole = photo([[0x0112, 6]], true);
  for (let length = 0; length < whole.length; length += 1) shownSize(whole.subarray(0, length), 'image/jpeg');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
      const garbled = Buffer.from(whole);
      for (const [at, byte] of changes) garbled[at] = byte;
      const size = shownSize(garbled, 'image/jpeg');
      assert.ok(size === null || (size.width > 0 && size.height > 0));
    }),
    { numRuns: 2000 },
  );
});
