import type { TSchema } from 'typebox';
import { bodyCheck } from '#platform/serving';
import type { Operation, Schema } from './document.ts';
import type { Got } from './send.ts';

type Check = ReturnType<typeof bodyCheck>;

const checks = new WeakMap<Schema, Check>();
/** By its text: most operations refuse with the same body, and the document is the same on each database. */
const checksByText = new Map<string, Check>();

function checkOf(schema: Schema): Check {
  const text = JSON.stringify(schema);
  const check = checksByText.get(text) ?? bodyCheck(schema as TSchema);
  checksByText.set(text, check);
  return check;
}

/** @returns the first errors of a value by its schema; null when there are none. */
export function problemWith(schema: Schema, value: unknown): string | null {
  const check = checks.get(schema) ?? checkOf(schema);
  checks.set(schema, check);
  return check(value) ? null : JSON.stringify(check.errors?.slice(0, 2));
}

/** @returns in what an answer deviates from the document; null when it does not. */
export function deviationOf({ responses }: Operation, { status, headers, text }: Got): string | null {
  // 502: it is the mail server or the company's sign-in that does not answer.
  if (status >= 500 && status !== 502) return `${status}: ${text}`;
  const declared = responses[status];
  if (declared === undefined) return `${status} is not declared: ${text.slice(0, 200)}`;
  if ([204, 302, 304].includes(status)) return text === '' ? null : `${status} with a body`;
  const type = headers['content-type']?.split(';')[0] ?? '';
  const { schema } = declared.content?.[type] ?? {};
  if (schema === undefined) return `${status} as ${type || 'no type'}, which is not declared`;
  if (type !== 'application/json' || schema.format === 'binary') return null;
  const problem = problemWith(schema, JSON.parse(text));
  return problem && `${status} is not of its schema: ${problem} in ${text.slice(0, 300)}`;
}
