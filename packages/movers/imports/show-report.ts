import type { ImportReport, Remark } from './import-report.ts';

/** Rows that a line of the terminal names. The file of the report names all. */
const MOST_NAMED = 5;

/** A report as lines for the terminal: the figures of each table, then what was left out, repaired or changed, and why. */
export function showReport(report: ImportReport): string {
  const rows = Object.entries(report.tables).map(([table, { read, imported, merged, left_out }]) => [
    table,
    ...[read, imported, merged, left_out].map(String),
  ]);
  const { named, kept, missing, unnamed } = report.files;
  return [
    ...tableOf([['', 'read', 'imported', 'merged', 'left out'], ...rows]),
    ...(named + unnamed === 0
      ? []
      : [`Files: ${named} named, ${kept} kept, ${missing} missing; ${unnamed} that no row names were not taken.`]),
    ...section('Left out', report.left_out),
    ...section('Repaired', report.repaired),
    ...section('Changed since the last import', report.changed),
  ].join('\n');
}

function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function section(title: string, remarks: readonly Remark[]): string[] {
  if (remarks.length === 0) return [];
  const groups = Map.groupBy(remarks, ({ table, reason }) => `${table}: ${reason}`);
  const lines = [...groups].map(([what, rows]) => `  ${count(rows)} × ${what}${namesOf(rows)}`);
  return [`${title}:`, ...lines];
}

const count = (rows: readonly Remark[]): number => rows.reduce((sum, row) => sum + row.count, 0);

function namesOf(rows: readonly Remark[]): string {
  const names = rows.flatMap(({ number, id }) => (number !== null ? [`#${number}`] : (id ?? [])));
  if (names.length === 0) return '';
  const more = names.length > MOST_NAMED ? ', …' : '';
  return ` (${names.slice(0, MOST_NAMED).join(', ')}${more})`;
}
