import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportPreview, UploadedTable } from '#contract/imports.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import { formOf } from '#testing/cast.ts';
import { importsOf } from '#testing/import-runs.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const JIRA = join(import.meta.dirname, '../../../../server/testing/exports/jira');

const GITLAB = [
  'Title,Description,Issue ID,URL,State,Author,Author Username,Assignee,Assignee Username,Confidential,Locked,Due Date,Created At (UTC),Updated At (UTC),Closed At (UTC),Milestone,Weight,Labels,Time Estimate,Time Spent',
  'Lost heron,Gone,7,https://gitlab.example.com/7,Open,Ada,ada,Ben,ben,No,No,2026-11-25,2026-11-01 10:00:00,2026-11-02 10:00:00,,1.0,,"bug,net work",0,0',
  'Shut heron,,8,https://gitlab.example.com/8,Closed,Ada,ada,,,No,No,,2026-11-01 10:00:00,2026-11-02 10:00:00,2026-11-02 10:00:00,,,,0,0',
  'Kept heron,,9,https://gitlab.example.com/9,Open,Ada,ada,,,Yes,No,,2026-11-01 10:00:00,2026-11-02 10:00:00,,,,,0,0',
  '',
].join('\n');

const TRELLO = [
  'Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,List ID,List Name,Board ID,Board Name,Archived',
  'c1,Order a stork,https://trello.com/c/1,Soon,"Buying (green), Late (red_dark)",,2026-10-09T22:30:00.000Z,l1,Open,b1,Garden,false',
  '',
].join('\n');

const REDMINE = [
  '#;Projekt;Typ zagadnienia;Status;Priorytet;Temat;Autor;Przydzielony do;Zmienione;Data oddania;% Wykonane;Stworzone;Prywatne;Opis',
  '12;Biuro;Błąd;Nowy;Normalny;Bocian;Ada;;2026-11-01 10:00;2026-11-25;0;2026-11-01 10:00;Nie;Stoi',
  '',
].join('\n');

/** A header, and which of its columns are which; the others are left out. */
const HEADERS: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'GitLab',
    GITLAB,
    {
      ...{ Title: 'title', Description: 'description', 'Issue ID': 'external_id', State: 'status' },
      ...{ Author: 'reporter_name', Assignee: 'assignee_name', Confidential: 'restricted' },
      ...{ 'Due Date': 'planned_date', 'Created At (UTC)': 'created_at', 'Updated At (UTC)': 'updated_at' },
      ...{ 'Closed At (UTC)': 'closed_at', Labels: 'labels' },
    },
  ],
  [
    'Trello',
    TRELLO,
    {
      ...{ 'Card ID': 'external_id', 'Card Name': 'title', 'Card Description': 'description', Labels: 'labels' },
      ...{ 'Due Date': 'planned_date', 'List Name': 'status', 'Board Name': 'project' },
    },
  ],
  [
    'Redmine in Polish',
    REDMINE,
    {
      ...{ '#': 'external_id', Projekt: 'project', 'Typ zagadnienia': 'category', Status: 'status' },
      ...{ Priorytet: 'priority', Temat: 'title', Autor: 'reporter_name', 'Przydzielony do': 'assignee_name' },
      ...{ Zmienione: 'updated_at', 'Data oddania': 'planned_date', Stworzone: 'created_at' },
      ...{ Prywatne: 'restricted', Opis: 'description' },
    },
  ],
  [
    'Jira in Polish',
    readFileSync(join(JIRA, 'cloud-pl.csv'), 'utf8'),
    {
      ...{ Podsumowanie: 'title', 'Klucz zgłoszenia': 'external_id', 'Typ zgłoszenia': 'category', Status: 'status' },
      ...{ 'Nazwa projektu': 'project', Priorytet: 'priority', 'Osoba przypisana': 'assignee_name' },
      ...{ 'Osoba zgłaszająca': 'reporter_name', Utworzono: 'created_at', Zaktualizowano: 'updated_at' },
      ...{ Rozwiązane: 'closed_at', Termin: 'planned_date', Etykiety: 'labels', Opis: 'description' },
      ...{ Środowisko: 'environment', 'Poziom zabezpieczeń': 'restricted' },
    },
  ],
  [
    'Jira in English',
    readFileSync(join(JIRA, 'cloud-en.csv'), 'utf8'),
    {
      ...{ Summary: 'title', 'Issue key': 'external_id', 'Issue Type': 'category', Status: 'status' },
      ...{ 'Project name': 'project', Priority: 'priority', Assignee: 'assignee_name', Reporter: 'reporter_name' },
      ...{ Created: 'created_at', Updated: 'updated_at', Resolved: 'closed_at', 'Due date': 'planned_date' },
      ...{ Labels: 'labels', Description: 'description', Environment: 'environment', 'Security Level': 'restricted' },
    },
  ],
  ['a summary in Polish', 'Podsumowanie,Opis\nBocian,Stoi\n', { Podsumowanie: 'title', Opis: 'description' }],
  ['closing words', 'Tytuł,Podsumowanie\nBocian,Stoi\n', { Tytuł: 'title', Podsumowanie: 'closure_summary' }],
];

onEachDatabase('the table of another product', (app) => {
  const uploads = async (text: string, options: object = {}) => {
    const dev = await app().cast.dev;
    const file = { name: 'theirs.csv', type: 'text/csv', bytes: Buffer.from(text) };
    const { id } = (await dev.post<UploadedTable>('/api/imports', formOf({}, [file], 'file'))).is(201);
    return (await dev.post<ImportPreview>(`/api/imports/${id}/check`, options)).is(200);
  };

  for (const [product, text, expected] of HEADERS)
    test(`is known in the app by its header: ${product}`, async () => {
      const { columns, problems } = await uploads(text);
      assert.deepEqual(problems, []);
      const assigned = columns.flatMap(({ name, column }) => (column === null ? [] : [[name, column]]));
      assert.deepEqual(Object.fromEntries(assigned), expected);
    });

  test('of GitLab comes by the command line without a word about columns; its times are UTC', async () => {
    const path = join(app().dataDir, 'gitlab.csv');
    writeFileSync(path, GITLAB);
    const imports = importsOf(app());
    const { dev } = await app().cast.all();
    const options = { zone: 'Europe/Warsaw', restrictedTo: ['ewa@example.com'] };
    assert.equal(await imports.bringsTable(path, options), 0);
    const tickets = (await dev.get<ListedTicket[]>('/api/tickets?limit=200&q=heron')).is(200);
    const titled = (title: string) => tickets.find((ticket) => ticket.title === title);
    const [lost, shut] = [titled('Lost heron'), titled('Shut heron')];
    assert.deepEqual(
      [lost?.status, lost?.created_at, lost?.planned_date, lost?.reporter_name, lost?.assignee_name],
      ['submitted', '2026-11-01T10:00:00.000Z', '2026-11-25', 'Ada', 'Ben'],
    );
    assert.deepEqual(lost?.labels?.map(({ name }) => name).sort(), ['bug', 'net work']);
    assert.deepEqual([shut?.status, shut?.closed_at], ['closed', '2026-11-02T10:00:00.000Z']);
    assert.equal(titled('Kept heron'), undefined);
  });

  test('of Trello has labels without their colours behind them, and days of the zone', async () => {
    const path = join(app().dataDir, 'trello.csv');
    writeFileSync(path, TRELLO);
    assert.equal(await importsOf(app()).bringsTable(path, { zone: 'Europe/Warsaw' }), 0);
    const [stork] = (await (await app().cast.dev).get<ListedTicket[]>('/api/tickets?q=stork')).is(200);
    assert.deepEqual(
      [stork?.planned_date, stork?.project_name, stork?.labels?.map(({ name }) => name).sort()],
      ['2026-10-10', 'Garden', ['Buying', 'Late']],
    );
  });
});
