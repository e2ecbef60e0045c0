import { describe, expect, test } from 'vitest'
import { ticket } from '../../testing/tickets.ts'
import { matches, queryOf, readSearch, savedQuery, toggled } from './ticket-search.ts'

describe('the address of list and board', () => {
  test('keeps the words that exist and drops the others', () => {
    expect(
      readSearch({ status: 'verified,waiting,gone', priority: 'urgent', assignee: 'me', q: 'eksport', peek: '123' }),
    ).toEqual({
      status: 'verified,waiting',
      assignee: 'me',
      q: 'eksport',
      peek: 123,
    })
  })

  test('opens no panel for what is no number', () => {
    expect(readSearch({ peek: 'abc' })).toEqual({})
    expect(readSearch({ peek: '-1' })).toEqual({})
  })

  test('becomes the parameters of the request', () => {
    expect(queryOf({ status: 'blocked', project: 'p1', assignee: 'none', peek: 4 }, true)).toEqual({
      my: '1',
      status: 'blocked',
      project_id: 'p1',
      assignee_id: 'none',
      sort: 'updated_at',
    })
    expect(queryOf({ q: 'eksport' }, false)).toEqual({ q: 'eksport', snippets: '1' })
    expect(queryOf({ sort: 'number' }, false)).toEqual({ sort: 'number' })
  })

  test('is saved as a view without the open panel', () => {
    expect(savedQuery({ status: 'blocked', q: 'a b', peek: 4 })).toBe('status=blocked&q=a+b')
  })

  test('toggles a word in a list', () => {
    expect(toggled(undefined, 'bug')).toBe('bug')
    expect(toggled('bug', 'other')).toBe('bug,other')
    expect(toggled('bug', 'bug')).toBeUndefined()
  })
})

describe('a card on the board', () => {
  const card = ticket({ title: 'Łódź: wydruk się zacina', assignee_id: null, priority: 'high' })

  test('is found without its diacritics', () => {
    expect(matches(card, { q: 'lodz zacina' }, 'me')).toBe(true)
    expect(matches(card, { q: 'krakow' }, 'me')).toBe(false)
  })

  test('is found by having no assignee and by a list of priorities', () => {
    expect(matches(card, { assignee: 'none', priority: 'critical,high' }, 'me')).toBe(true)
    expect(matches(card, { assignee: 'me' }, 'me')).toBe(false)
  })
})
