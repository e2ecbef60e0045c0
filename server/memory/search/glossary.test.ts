import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { besideTeam, entryFinder, readGlossary, takenInVain } from './glossary.ts';
import { builtInGlossary } from './glossary-in-use.ts';

const OURS = builtInGlossary().text;

/** Inflected words as people write them, each with a word of the other language that means the same. */
const MEETING =
  `drukarce printers, drukowania printing, kopiarką copiers, kartkami paper, zacinają jammed, kolejkami queue,
  etykietach labels, skanerem scanner, poczcie emails, skrzynkach mailboxes, załączników attachments, wysłałam sent,
  odbiorcą recipients, zaproszeniem invitations, salach rooms, pełna full, hasłem password, haseł passwords, haśle password,
  zalogowałam login, wylogowało logout, kontem accounts, użytkownikami users, zablokowane locked, wygasło expired,
  wygaśnięciu expires, uprawnieniami permissions, dostępów access, udostępnione shared, kierowniczka manager,
  sieciami networks, sieciowego network, bezprzewodowe wireless, połączeniem connections, rozłączyło disconnected,
  serwerach servers, kablami cables, zaporze firewalls, wolniej slower, zdalnie remotely, przeglądarkach browsers,
  pobieranie downloads, komputerów computers, laptopami notebook, ekranów screens, klawiaturze keyboards, myszką mouse,
  słuchawkami headsets, kamerze cameras, ładowarkę chargers, dyskami disks, migają flickering, spuchniętą swollen,
  zgubiłem lost, skradzionego stolen, zdjęciami photos, aplikacją applications, apkę app, aktualizacjami updates,
  wersjami versions, błędem errors, błędami error, awarii crashed, zawieszają hanging, uruchamianie launching,
  zapisuję saving, usunęłam deleted, przywrócenia restored, kopiami copies, plikach files, katalogów directories,
  arkuszem spreadsheets, tabelami tables, makrami macros, powiadomienia notifications, raportów reports,
  zniknęło disappeared, puste empty, zdublowanych duplicates, nieprawidłowym invalid, odrzuciło rejected,
  fakturami invoices, fv invoice, płatnościami payments, przelewów transfers, podatkiem taxes, wnioskami requests,
  zamówieniach orders, dostawcom suppliers, klientkami customers, umowami contracts, cenach prices, magazynowy warehouse,
  kurierem couriers, koszyka baskets, wynagrodzeniach salaries, urlopem holidays, szkoleniami trainings, nocną nightly,
  piętrze floors, bazami databases, zapytaniami queries, wdrożeniach deployments, gałęziach branches,
  certyfikatami certificates, zaszyfrowanego encrypted, wirusów viruses, zadaniami tasks, sesję sessions`
    .split(',')
    .map((pair) => pair.trim().split(' '));

describe('our glossary', () => {
  const glossary = readGlossary(OURS);
  const entryOf = entryFinder(glossary.entries);

  test('has at least three thousand entries, each of two words or more, and no form in two of them', () => {
    assert.deepEqual(glossary.refusals, []);
    assert.ok(glossary.entries.length >= 3000, `${glossary.entries.length} entries`);
    assert.deepEqual(
      glossary.entries.filter(({ words }) => words.length < 2),
      [],
    );
  });

  test('is written as people type: no form is longer than three words, none has signs of the format', () => {
    const forms = OURS.split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => line.split(/[|,]/).map((form) => form.trim()));
    const isPlain = (form: string) => /^[\p{L}\p{N}][\p{L}\p{N} '’_&.-]*$/u.test(form) && form.length <= 40;
    assert.deepEqual(
      forms.filter((form) => !isPlain(form)),
      [],
    );
  });

  test('is found line by line as it is when all of it is read', () => {
    const team = readGlossary('printer | plujka\n- cat', true);
    const held = besideTeam(team);
    const left = entryFinder(glossary.entries.flatMap((entry) => held(entry) ?? []));
    const [lazy, lazyLeft] = [builtInGlossary().finder(), builtInGlossary().finder(held)];
    for (const word of glossary.entries.flatMap(({ forms }) => forms).flatMap((form) => [form, `${form}owy`])) {
      assert.deepEqual(lazy(word), entryOf(word), word);
      assert.deepEqual(lazyLeft(word), left(word), word);
    }
  });

  test('brings inflected words together with what they mean in the other language', () => {
    const apart = MEETING.filter(([left = '', right = '']) => !entryOf(left) || entryOf(left) !== entryOf(right));
    assert.deepEqual(apart, []);
  });

  test('tells words that only begin alike', () => {
    for (const [left, right] of [
      ['kontakt', 'konto'],
      ['serwis', 'serwer'],
      ['service', 'server'],
      ['sterownik', 'dysk'],
      ['driver', 'drive'],
      ['kosz', 'koszt'],
      ['karton', 'karta'],
      ['dokument', 'dok'],
      ['windows', 'wyskakuje'],
      ['początek', 'poczta'],
      ['sender', 'send'],
      ['działa', 'dział'],
    ] as const)
      assert.notEqual(entryOf(left), entryOf(right) ?? null, `${left}, ${right}`);
  });
});

describe('a glossary', () => {
  test('takes comments, empty lines, capitals, diacritics and words in a row', () => {
    const { entries, refusals } = readGlossary('# ours\r\n\r\nŻABA, żab | frog\r\nsign in | logowanie');
    assert.deepEqual(
      entries.map(({ line, words }) => [line, words]),
      [
        [3, [['zaba', 'zab'], ['frog']]],
        [4, [['sign in'], ['logowa']]],
      ],
    );
    assert.deepEqual(refusals, []);
  });

  test('has several words in a row by all of them', () => {
    const entryOf = entryFinder(readGlossary('wifi | wi fi | wireless').entries);
    assert.equal(entryOf('wi fi')?.line, 1);
    assert.equal(entryOf('wifi trojka'), undefined);
  });

  test('is refused where a word says nothing, stands twice or stands alone, with the line and the word', () => {
    const { entries, refusals } = readGlossary(
      ['żaba | frog', 'the | this', 'frog | Frosch', 'kot | kot', 'pies', 'kura || hen', 'faktura | fakturze'].join(
        '\n',
      ),
    );
    assert.deepEqual(refusals, [
      { line: 2, form: 'the', why: 'silent' },
      { line: 3, form: 'frog', why: 'twice' },
      { line: 4, form: 'kot', why: 'twice' },
      { line: 5, form: 'pies', why: 'alone' },
      { line: 6, form: '', why: 'silent' },
      { line: 7, form: 'fakturze', why: 'twice' },
    ]);
    assert.deepEqual(
      entries.map(({ line }) => line),
      [1],
    );
  });

  test('never has a form in two entries, whatever it is made of', () => {
    const line = fc.array(
      fc.constantFrom('kot', 'pies', 'the', 'frog', 'żaba', 'ŻABA', 'drukarka', 'drukarce', ' ', '#'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { entries } = readGlossary(lines.map((words) => words.join('|')).join('\n'));
        const forms = entries.flatMap((entry) => entry.forms);
        assert.equal(new Set(forms).size, forms.length);
      }),
    );
  });
});

describe('ours beside a team’s', () => {
  const ours = readGlossary('drukarka | printer | plujka\nkot | cat\npies | dog').entries;
  const left = (text: string) => {
    const held = besideTeam(readGlossary(text, true));
    return ours.flatMap((entry) => held(entry)?.forms.join() ?? []);
  };

  test('lacks the forms of the team, and is off where one meaning is left', () => {
    assert.deepEqual(left('plujka | piszczałka'), ['drukar,printe', 'kot,cat', 'pies,dog']);
    assert.deepEqual(left('kot | kocur'), ['drukar,printe,plujka', 'pies,dog']);
    assert.deepEqual(left('drukarka, plujka | tiger'), ['kot,cat', 'pies,dog']);
  });

  test('lacks the entry that a line takes away, and a line that takes none away is named', () => {
    assert.deepEqual(left('- Cat\n-  pies'), ['drukar,printe,plujka']);
    const team = readGlossary('lis | fox\n- fox\n- dog', true);
    assert.deepEqual(takenInVain(ours, team), [{ line: 2, form: 'fox', why: 'unknown' }]);
    assert.deepEqual(
      readGlossary('- dog').refusals.map(({ line, why }) => [line, why]),
      [[1, 'alone']],
    );
  });
});
