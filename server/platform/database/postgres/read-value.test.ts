import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { readerOfType } from './sent-query.ts';

const readTime = readerOfType(pg.types.builtins.TIMESTAMPTZ) as (value: string) => unknown;

test('times are read to the millisecond, however many digits of the second PostgreSQL writes', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 999 }), (date, micros) => {
      const iso = date.toISOString();
      const fraction = `${iso.slice(19, 23)}${String(micros).padStart(3, '0')}`.replace(/\.?0+$/, '');
      const written = `${iso.slice(0, 19).replace('T', ' ')}${fraction}+00`;
      assert.equal(readTime(written), iso, written);
    }),
  );
  assert.equal(readTime('2026-11-23 02:00:00+00'), '2026-11-23T02:00:00.000Z');
  assert.equal(readTime('2026-11-23 02:00:00.5+01'), '2026-11-23T01:00:00.500Z');
  assert.equal(readTime('10000-01-01 00:00:00.5+00'), '+010000-01-01T00:00:00.500Z');
});
