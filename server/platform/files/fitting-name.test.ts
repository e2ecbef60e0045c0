import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fittingName } from './file-name.ts';
import { ATTACHABLE } from './sniff.ts';

describe('the name of a file', () => {
  test('ends with an extension that belongs to its content', () => {
    assert.equal(fittingName('run.bat', 'text/plain'), 'run.bat.txt');
    assert.equal(fittingName('x.exe', 'image/png'), 'x.exe.png');
    assert.equal(fittingName('.htaccess', 'text/plain'), '.htaccess.txt');
    assert.equal(fittingName('photo.png', 'image/jpeg'), 'photo.png.jpg');
    assert.equal(fittingName('run.bat. .', 'text/plain'), 'run.bat.txt');
    for (const name of ['x.hta::$DATA', 'x.hta:s', 'x.hta\u200d', 'x.hta\u3164', 'x.a-very-long-extension'])
      assert.equal(fittingName(name, 'text/plain'), `${name}.txt`);
  });

  test('stays where it does, or has none', () => {
    for (const name of ['notes.txt', 'server.log', 'README.md', 'NOTES.TXT', 'notes', 'Version 1. Draft'])
      assert.equal(fittingName(name, 'text/plain'), name);
    assert.equal(fittingName('Photo.JPEG', 'image/jpeg'), 'Photo.JPEG');
    assert.equal(fittingName('report.docx', 'application/zip'), 'report.docx.zip');
  });

  test('is made only once, has at most 255 characters, and keeps what stood before', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', '.', ' ', 'ż', 'exe', 'txt', 'png'),
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(name, fc.constantFrom(...ATTACHABLE), (sent, type) => {
        const fitting = fittingName([...sent].slice(0, 255).join(''), type);
        assert.equal(fittingName(fitting, type), fitting);
        assert.ok([...fitting].length <= 255);
        assert.ok(!/\.(exe)$/.test(fitting));
      }),
    );
  });
});
