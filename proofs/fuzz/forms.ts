import fc from 'fast-check';
import { samples } from '#testing/sample-files.ts';
import type { Schema } from './document.ts';

const files = fc.constantFrom(
  ...Object.values(samples).map((bytes) => Buffer.from(bytes)),
  Buffer.alloc(0),
  Buffer.from('<svg onload="1"/>'),
);
const fileNames = fc.constantFrom('a.txt', 'a.png', '../a', 'a\0b', 'ż'.repeat(300), 'a"b\r\nc', '\u202egpj.exe', '');
const fileTypes = fc.constantFrom('', 'text/plain', 'image/png', 'application/octet-stream', 'text/html', 'x');

const isFile = (schema: Schema | undefined) => (schema?.items ?? schema)?.format === 'binary';

/** Makes a form of fields; a field that the schema calls binary becomes a file. */
export function formOf(value: unknown, { properties = {} }: Schema): fc.Arbitrary<FormData> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const parts = fields.flatMap(([name, content]) =>
    [content]
      .flat()
      .slice(0, 12)
      .map((item) => [name, item] as const),
  );
  const bounds = { minLength: parts.length, maxLength: parts.length };
  return fc.array(fc.tuple(files, fileNames, fileTypes), bounds).map((drawn) => {
    const form = new FormData();
    for (const [n, [name, item]] of parts.entries()) {
      const [bytes, fileName, type] = drawn[n] ?? [Buffer.alloc(0), '', ''];
      if (isFile(properties[name])) form.append(name, new File([bytes], fileName, { type }));
      else if (item !== undefined)
        form.append(name, typeof item === 'string' ? item.toWellFormed() : JSON.stringify(item));
    }
    return form;
  });
}
