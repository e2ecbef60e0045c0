import { expect, test } from 'vitest'
import englishOfAdmin from './admin.en.json'
import polishOfAdmin from './admin.pl.json'
import englishOfAll from './en.json'
import polishOfAll from './pl.json'
import { loadAdminTexts, preferredLanguage, switchLanguage, t } from './texts.ts'

const english = { ...englishOfAll, ...englishOfAdmin }
const polish = { ...polishOfAll, ...polishOfAdmin }

type Tree = { [key: string]: string | Tree }
const FORMS = /_(one|few|many|other)$/

function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  )
}

const stems = (tree: Tree) => new Set(leaves(tree).map(([key]) => key.replace(FORMS, '')))
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

test('every text exists in both languages', () => {
  expect([...stems(polish)].sort()).toEqual([...stems(english)].sort())
})

test('no text is empty, and both languages have the same placeholders', () => {
  const inPolish = new Map(leaves(polish).map(([key, text]) => [key, text]))
  for (const [key, text] of leaves(english)) {
    const other = inPolish.get(key) ?? inPolish.get(key.replace(FORMS, '_many')) ?? ''
    expect(text, key).not.toBe('')
    expect(holes(other), key).toEqual(holes(text))
  }
})

test('a counted text has all the forms of its language', () => {
  const forms = (tree: Tree) => {
    const found = new Map<string, string[]>()
    for (const [key] of leaves(tree)) {
      const form = FORMS.exec(key)?.[1]
      const stem = key.replace(FORMS, '')
      if (form) found.set(stem, [...(found.get(stem) ?? []), form])
    }
    return found
  }
  for (const [stem, found] of forms(polish)) expect(found.sort(), stem).toEqual(['few', 'many', 'one', 'other'])
  for (const [stem, found] of forms(english)) expect(found.sort(), stem).toEqual(['one', 'other'])
})

test('counts follow the rules of Polish', async () => {
  await switchLanguage('pl')
  const said = [1, 2, 5, 12, 22, 112].map((count) => t('meter.more', { count }))
  expect(said).toEqual([
    'Jeszcze 1 znak',
    'Jeszcze 2 znaki',
    'Jeszcze 5 znaków',
    'Jeszcze 12 znaków',
    'Jeszcze 22 znaki',
    'Jeszcze 112 znaków',
  ])
})

test('what only the administration says is loaded with it, and stays in the next language', async () => {
  expect(Object.keys(englishOfAdmin).filter((key) => key in englishOfAll)).toEqual([])
  await switchLanguage('en')
  expect(t('webhook.new')).toBe('webhook.new')
  await loadAdminTexts()
  expect(t('webhook.new')).toBe(englishOfAdmin.webhook.new)
  await switchLanguage('pl')
  expect([t('webhook.new'), t('action.undo')]).toEqual([polishOfAdmin.webhook.new, polishOfAll.action.undo])
})

test("a user who has chosen no language gets the first of the browser's that Kwit has, or else English", () => {
  const first = (...languages: string[]) => {
    Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
    return preferredLanguage()
  }
  localStorage.clear()
  expect(first('pl-PL', 'en')).toBe('pl')
  expect(first('en-GB', 'pl')).toBe('en')
  expect(first('de', 'pl')).toBe('pl')
  expect(first('de')).toBe('en')
  localStorage.setItem('kwit.language', 'pl')
  expect(first('en')).toBe('pl')
})
