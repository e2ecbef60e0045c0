import { expect, test } from 'vitest'
import { changeDraft } from '../../session/draft.ts'
import { comment } from '../../testing/tickets.ts'
import { BLANK_COMMENT, type Draft, withoutSent, withTakenBack } from './comment-draft.ts'

const draft = (more: Partial<Draft>): Draft => ({ ...BLANK_COMMENT, key: 'k', ...more })

test('a comment that was taken back is a draft again, of its kind and to whom it replied', () => {
  const back = comment({ content: 'Tray 2', type: 'answer', parent_id: 'q' })
  expect(withTakenBack(BLANK_COMMENT, back)).toEqual({ ...BLANK_COMMENT, text: 'Tray 2', type: 'answer', parent: 'q' })
})

test('what was typed since stays below it, as what it was, and under a key of its own', () => {
  const since = draft({ text: 'And when?', type: 'question', parent: 'p' })
  expect(withTakenBack(since, comment({ content: 'Tray 2', type: 'answer' }))).toEqual({
    ...since,
    text: 'Tray 2\n\nAnd when?',
    key: '',
  })
})

test('words that were said internally never come back as words for everyone', () => {
  const said = comment({ content: 'Costs 300', is_internal: true })
  expect(withTakenBack(draft({ text: 'Thank you!' }), said).internal).toBe(true)
  expect(withTakenBack(draft({ text: 'Costs 500', internal: true }), comment()).internal).toBe(true)
})

test('words that are back already do not come twice', () => {
  const said = comment({ content: 'Tray 2' })
  const once = withTakenBack(BLANK_COMMENT, said)
  expect(withTakenBack(once, said)).toEqual(once)
})

test('once a draft was sent, only what came back before it is left', () => {
  const sent = draft({ text: 'And when? ' })
  expect(withoutSent(sent, sent)).toEqual(BLANK_COMMENT)
  expect(withoutSent(withTakenBack(sent, comment({ content: 'Tray 2' })), sent)).toEqual({
    ...BLANK_COMMENT,
    text: 'Tray 2',
  })
})

test('a draft whose field is not on the page is kept for when it is', () => {
  const kept = () => localStorage.getItem('kwit.draft.away')
  changeDraft('away', BLANK_COMMENT, () => draft({ text: 'Tray 2' }))
  expect(JSON.parse(kept() ?? '')).toEqual(draft({ text: 'Tray 2' }))
  changeDraft('away', BLANK_COMMENT, () => BLANK_COMMENT)
  expect(kept()).toBe(null)
})
