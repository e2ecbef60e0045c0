import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formsOfName } from '#contract/name-forms.ts';
import { fold, wordsOf } from '#platform';
import { chance, seed } from '../../../proofs/size.ts';

import { hasForm, writtenForms } from '../search/glossary.ts';
import { builtInGlossary } from '../search/glossary-in-use.ts';
import { closingWords } from './closing-words.ts';
import { ordinaryWords } from './ordinary-words.ts';

const { entries } = builtInGlossary();
const entryOf = builtInGlossary().finder();
const wording = {
  isOrdinary: ordinaryWords(entries.flatMap((entry) => writtenForms(entry).flat())),
  isUsersName: () => false,
  entryOf,
  wordsOf: writtenForms,
};

const offered = (title: string, description = '', lacking: readonly string[] = [], comments: readonly string[] = []) =>
  closingWords({ title, description, comments }, lacking, wording);
const own = (title: string, description = '') =>
  offered(title, description).flatMap(({ words, from }) => (from === 'glossary' ? [] : [words]));

const words = (text: string) => text.trim().split(/\s*,\s*/);
const FIRST =
  words(`Anna, Piotr, Katarzyna, Łukasz, Małgorzata, Paweł, Zofia, Grzegorz, Beata, Jakub, Ewa, Marek, Ola, Jan, Iwona, Michał,
  Sarah, James, Emily, Oliver, Hannah, Jack, Chloe, Ben, Laura, Noah, Tariq, Sunita, Aisha, Mark, Grace, Rose`);
const LAST =
  words(`Kowalska, Nowak, Wiśniewski, Wójcik, Kamińska, Lewandowski, Zielińska, Szymański, Dąbrowska, Kozłowski, Mazur, Krawczyk,
  Piekarska, Malarczyk, Stolarska, Kucharski, Młynarczyk, Szewczyk, Kot, Lis, Wilk, Zając, Sroka, Wróbel, Gołąb, Baran, Mróz, Sowa,
  Kawka, Dudek, Sikora, Pawlak, Walczak, Rutkowska, Górska, Czarnecki, Białek, Zima, Maj, Król, Ogrodnik, Kowal, Rybak, Cieślak, Duda,
  Whitfield, Murphy, Carter, Baker, Cook, Fisher, Hunter, Mason, Young, Bell, Green, Brown, White, Taylor, Smith, Wood, Hall, Page,
  Price, Butler, Porter, Bishop, Knight, Stone, Fox, Lindqvist, Osei, Okafor, Haddad, O'Connor, Grant, Reed, Lamb, Woods, Gardener`);
const STREETS = words(
  'Lipowa, Szkolna, Polna, Leśna, Ogrodowa, Kościelna, Krótka, Zielona, Słoneczna, Parkowa, Kwiatowa, Młyńska',
);
const ROADS = words('Mill, Church, Station, Park, Green, Queen, Garden, Bridge, Market, School, Spring, Orchard');
const TOKENS = words(
  'Zx9kQw2LmP, AKIAIOSFODNN7, eyJhbGciOi, s3cr3tP4ss, Haslo2026!, ghp_16C7e42F29, 9f8e-77ab-01cd, kX7_pLq-02',
);
const REPORTS: readonly string[] = [
  'Drukarka w sekretariacie zacina papier. {name} mówi, że wczoraj jeszcze drukowała.',
  'Proszę o dostęp do folderu dla {lower}, najlepiej do zapisu.',
  'Kaloryfer nie grzeje w pokoju, gdzie siedzi {name}. Proszę dzwonić: {phone}.',
  'Nie mogę się zalogować, hasło: {token}. Pomóżcie, {name}',
  'Faktura od {name} zaksięgowana dwa razy, adres {street} {house}, konto {iban}.',
  'Plik leży w C:\\Users\\{path}\\Pulpit\\faktury i nie da się go otworzyć.',
  'Pacjent {name}, PESEL {pesel}, nie ma karty w rejestracji.',
  'Paczka dla {lower} wróciła z ul. {street} {house}.',
  'Telefon do pana {last} nie działa, numer {phone}.',
  'Pasek wypłaty przyszedł do {inflected}, a powinien do mnie.\nPozdrawiam\n{name}',
  'Kod do bramy {pin} nie otwiera szlabanu, {lower} też nie może wjechać.',
  'Wysłałem mail na {mail} i odbija.',
  'The printer jams since Monday. {name} says it printed fine before.',
  'Please give {lower} access to the shared drive, write access.',
  'The radiator under the window of {name} is cold. Call {phone}.',
  'I cannot log in, my password is {token}. Thanks, {name}',
  'The invoice of {name} was booked twice, {house} {road} Road, account {iban}.',
  'The file is in /home/{path}/invoices and does not open.',
  'Patient {name} has no record at the front desk, number {pesel}.',
  'The parcel for {lower} came back from {house} {road} Street.',
  'The phone of Mr {last} is dead, extension {pin}.',
  'My payslip went to {lower} instead of me.\nKind regards\n{name}',
  'The door code {pin} does not open the gate, {lower} cannot get in either.',
  'Mail to {mail} bounces back.',
];

/** A report with canaries in it, and all that must not be offered. */
function reportOf(random: () => number): { text: string; secrets: string[] } {
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const [first, last] = [any(FIRST), any(LAST)];
  const [street, road] = [any(STREETS), any(ROADS)];
  const lower = any([
    `${first} ${last}`.toLowerCase(),
    `${any([...formsOfName(first)])} ${any([...formsOfName(last)])}`,
  ]);
  const path = any([fold(last), `${fold(first)}.${fold(last)}`, `${fold(first[0] ?? '')}${fold(last)}`]);
  const values: Readonly<Record<string, string>> = {
    name: `${first} ${last}`,
    last,
    lower,
    inflected: any([...formsOfName(first)]),
    street: any([street, street.toLowerCase()]),
    road,
    house: String(1 + Math.floor(random() * 90)),
    phone: any([digits(9), `${digits(3)} ${digits(3)} ${digits(3)}`, `+48${digits(9)}`, `0${digits(4)} ${digits(6)}`]),
    iban: `PL${digits(26)}`,
    pesel: digits(11),
    pin: digits(4),
    token: any(TOKENS),
    path,
    mail: `${path}@example.com`,
  };
  const template = any(REPORTS);
  const text = template.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const used = [...template.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
  const secrets = used.flatMap((key) => wordsOf(values[key] ?? '')).filter((word) => word.length > 1);
  return { text, secrets };
}

describe('what is offered for an answer', () => {
  test('holds no name, address, number or secret, in 2,000 reports of both languages', (context) => {
    const random = chance(seed);
    const leaks: string[] = [];
    let count = 0;
    for (let round = 0; round < 2000; round += 1) {
      const { text, secrets } = reportOf(random);
      const title = random() < 0.3 ? (text.split(/[.\n]/)[0] ?? '') : 'Proszę o pomoc';
      const shown = offered(title, text);
      count += shown.length;
      const said = new Set(shown.flatMap((offer) => (offer.from === 'glossary' ? [] : wordsOf(offer.words))));
      for (const secret of secrets) if (said.has(secret)) leaks.push(`${secret} of: ${text}`);
    }
    context.diagnostic(`seed ${seed}: ${count} words offered`);
    assert.deepEqual(leaks.slice(0, 20), []);
    assert.ok(count > 4000, `${count} words were offered: nothing offered holds no canary either`);
  });

  test('is what the reporter wrote and the answer lacks, the title first, and what means the same', () => {
    assert.deepEqual(
      offered('Kaloryfer zimny', 'Grzejnik nie grzeje, przecieka zawór.', ['Odpowietrzono zawór.']).slice(0, 3),
      [
        { words: 'kaloryfer', from: 'title' },
        { words: 'zimny', from: 'title' },
        { words: 'grzeje', from: 'description' },
      ],
    );
    const all = offered('Printer jams');
    assert.ok(all.some(({ words, from }) => from === 'glossary' && words === 'drukarka') || all.length > 2);
    assert.deepEqual(own('Printer jams'), ['printer', 'jams']);
    assert.deepEqual(offered('Printer jams', '', ['The printer jams'], []), []);
  });

  test('is of the glossary another word, and no other form of one that is offered', () => {
    const offers = offered('Na ekranie jest kod', 'Drukarka bierze dwie kartki.');
    const ofGlossary = offers.flatMap(({ words, from }) => (from === 'glossary' ? [words] : []));
    assert.ok(ofGlossary.length > 0);
    for (const { words } of offers.filter(({ from }) => from !== 'glossary')) {
      const entry = entryOf(fold(words));
      const forms = entry && writtenForms(entry).find((word) => hasForm(word, fold(words)));
      assert.deepEqual(
        ofGlossary.filter((word) => forms?.includes(word)),
        [],
        words,
      );
    }
  });

  test('is at most twelve, each once, and each a text that an answer takes', () => {
    const text =
      'printer paper toner scanner window door lift radiator invoice payroll parcel pallet prescription lesson exam';
    const all = offered(text, text);
    assert.equal(all.length, 12);
    assert.equal(new Set(all.map((offer) => fold(offer.words))).size, 12);
    assert.ok(all.every((offer) => offer.words.length <= 40 && /[\p{L}\p{N}]/u.test(offer.words)));
  });

  test('has the number of an error beside the word for it, and no other number', () => {
    assert.deepEqual(own('Błąd 504 na stronie'), ['błąd 504', 'stronie']);
    assert.ok(own('Printer shows error code 1404').includes('code 1404'));
    assert.ok(own('Printer shows a login error (500), again').includes('error 500'));
    for (const text of [
      'Kod do drzwi 1234',
      'kod 4821 do bramy',
      'error 1234567',
      'tel. 600100200',
      'PIN 1234',
      '12345',
      'ul. Długa 5, error 0x80070005',
      'Mieszkam na Długiej 5. Kod nie przychodzi',
      'ul. Długa 5 error',
      'hasło kod 4711',
    ])
      assert.deepEqual(
        own(text).filter((word) => /\d/.test(word)),
        [],
        text,
      );
  });

  test('has no name in small letters, inflected, after a title, with a capital, or of whom Kwit knows', () => {
    for (const text of [
      'dostęp dla anny wrony',
      'poproście pana stolarza',
      'ask mrs printer',
      'Wczoraj Piekarnik dzwonił',
    ])
      assert.deepEqual(
        own(text).filter((word) => /wron|stolar|printer|piekar|ann/.test(word)),
        [],
        text,
      );
    const offers = closingWords({ title: 'komputer drukarki', description: '', comments: [] }, [], {
      ...wording,
      isUsersName: (word) => word === 'drukarki',
    });
    assert.ok(offers.every(({ words, from }) => from === 'glossary' || words === 'komputer'));
  });
});
