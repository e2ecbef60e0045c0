/** The files that operators give to Prometheus and Grafana name what is there (docs/operating/watching.md). */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type App, startApp } from '#testing/start-app.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

const folder = fileURLToPath(new URL('../../../docs/operating', import.meta.url));
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const { groups } = parse(text('alerts.rules.yml')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** The families of metrics that a text names. */
const metricsIn = (words: string): string[] => [
  ...new Set(
    [...words.matchAll(/\b(?:kwit|http|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  ),
];

describe('what operators give to Prometheus and Grafana', () => {
  let app: App;
  let families: ReadonlySet<string>;
  before(async () => {
    app = await startApp('sqlite');
    const page = (await app.stranger.get('/metrics')).text;
    families = new Set([...page.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => String(name)));
  });
  after(() => app.close());

  const unknownIn = (words: string) => metricsIn(words).filter((name) => !families.has(name));

  test('alerts on metrics that there are', () => {
    assert.ok(rules.length >= 10);
    for (const { alert, expr } of rules) assert.deepEqual(unknownIn(expr), [], alert);
  });

  test('has a page for each alert, and an alert for each page', () => {
    const pages = globSync('alerts/*.md', { cwd: folder }).map((path) => basename(path, '.md'));
    assert.deepEqual(rules.map(({ alert }) => alert).toSorted(), pages.toSorted());
    for (const { alert, labels, annotations } of rules) {
      assert.equal(annotations.runbook_url, `docs/operating/alerts/${alert}.md`);
      assert.match(text(`alerts/${alert}.md`), new RegExp(`^# ${alert}\n\n[^\n]+\n\n1\\. `));
      assert.ok(['page', 'ticket'].includes(labels.severity) && annotations.summary.endsWith('.'), alert);
    }
  });

  test('draws metrics that there are', () => {
    const { panels } = JSON.parse(text('dashboard.json')) as {
      panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
    };
    const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(drawn.length >= 20);
    for (const expr of drawn) assert.deepEqual(unknownIn(expr), [], expr);
  });

  test('says of every metric what to watch it for', () => {
    const documented = metricsIn(text('watching.md'));
    assert.deepEqual(
      documented.filter((name) => !families.has(name)),
      [],
    );
    assert.deepEqual(
      [...families].filter((name) => !documented.includes(name)),
      [],
    );
  });
});
