import { describe, expect, test } from 'vitest';
import { byFields } from '../../backend/fields.ts';
import { ticket } from '../../testing/tickets.ts';
import { t } from '../../texts/texts.ts';
import { showFilterValue } from './filter-chips.tsx';
import { filtersOf, queryOf, stillMatches } from './service-filters.ts';
import { readSearch, savedQuery, toggled, withFieldValue } from './ticket-search.ts';

describe('the address of list and board', () => {
  test('keeps the words that exist and drops the others', () => {
    expect(
      readSearch({ status: 'verified,waiting,gone', priority: 'urgent', assignee: 'me', q: 'eksport', peek: '123' }),
    ).toEqual({
      status: 'verified,waiting',
      assignee: 'me',
      q: 'eksport',
      peek: 123,
    });
  });

  test('opens no panel for what is no number', () => {
    expect(readSearch({ peek: 'abc' })).toEqual({});
    expect(readSearch({ peek: '-1' })).toEqual({});
  });

  test('becomes the parameters of the request', () => {
    expect(queryOf({ status: 'blocked', project: 'p1', assignee: 'none', peek: 4 })).toEqual({
      status: 'blocked',
      project_id: 'p1',
      assignee_id: 'none',
      sort: 'updated_at',
    });
    expect(queryOf({ q: 'eksport' })).toEqual({ q: 'eksport', snippets: '1' });
    expect(queryOf({ sort: 'number' })).toEqual({ sort: 'number', beside: 'folded' });
    expect(filtersOf({ q: 'eksport', sort: 'number', priority: 'high' })).toEqual({ q: 'eksport', priority: 'high' });
  });

  test('is saved as a view without the open panel', () => {
    expect(savedQuery({ status: 'blocked', q: 'a b', peek: 4 })).toBe('status=blocked&q=a+b');
  });

  test('keeps what fields are to say, whatever signs that has', () => {
    const fields = withFieldValue(withFieldValue('colour=red', 'words', 'a;b=50%3B'), 'weight', '5..');
    expect(byFields(readSearch({ fields }).fields)).toEqual({
      'field.colour': 'red',
      'field.words': 'a;b=50%3B',
      'field.weight': '5..',
    });
    expect(withFieldValue('words=x', 'words', undefined)).toBeUndefined();
  });

  test('shows a range as people read it', () => {
    expect(['5..10', '5..', '..10', '5', 'none'].map((value) => showFilterValue('number', value))).toEqual([
      ...['5 – 10', '≥ 5', '≤ 10', '5'],
      t('field.none'),
    ]);
  });

  test('toggles a word in a list', () => {
    expect(toggled(undefined, 'bug')).toBe('bug');
    expect(toggled('bug', 'other')).toBe('bug,other');
    expect(toggled('bug', 'bug')).toBeUndefined();
  });
});

describe('a ticket that the page changes before the service has answered', () => {
  const row = ticket({ assignee_id: null, priority: 'high', status: 'submitted' });

  test('leaves a list that it no longer fits', () => {
    const search = { status: 'submitted', assignee: 'none', priority: 'critical,high' };
    expect(stillMatches(row, search, 'me')).toBe(true);
    expect(stillMatches({ ...row, status: 'verified' }, search, 'me')).toBe(false);
    expect(stillMatches({ ...row, assignee_id: 'me' }, search, 'me')).toBe(false);
    expect(stillMatches({ ...row, priority: 'low' }, search, 'me')).toBe(false);
  });

  test('stays in a list of what is mine while it is mine', () => {
    expect(stillMatches({ ...row, assignee_id: 'me' }, { assignee: 'me' }, 'me')).toBe(true);
    expect(stillMatches(row, { assignee: 'me' }, 'me')).toBe(false);
  });

  test('is found by words that only the service knows', () => {
    expect(stillMatches(row, { q: 'in a comment' }, 'me')).toBe(true);
  });
});
