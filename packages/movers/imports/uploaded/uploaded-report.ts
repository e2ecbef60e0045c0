import type { ImportOutcome, ImportRemark } from '#contract/imports.ts';
import { IMPORT_REMARKS } from '#contract/table-words.ts';
import type { ImportReport, Remark } from '../import-report.ts';

/** What a page shows at most: reasons, and rows of each. */
const SHOWN_REASONS = 100;
const SHOWN_ROWS = 20;

/** The report of an import as the app shows it: by reason. @param withRows whether with the first rows of each. */
export const viewReport = (report: ImportReport, withRows = true): ImportOutcome => ({
  tables: Object.entries(report.tables).map(([table, figures]) => ({ table, ...figures })),
  remarks: IMPORT_REMARKS.flatMap((kind) => byReason(kind, report[kind]))
    .slice(0, SHOWN_REASONS)
    .map((remark) => (withRows ? remark : { ...remark, rows: [] })),
});

const byReason = (kind: ImportRemark['kind'], remarks: readonly Remark[]): ImportRemark[] =>
  [...Map.groupBy(remarks, ({ table, reason }) => JSON.stringify([table, reason])).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ kind, table: first.table, reason: first.reason, ...rowsOf(same) }];
  });

const rowsOf = (remarks: readonly Remark[]): Pick<ImportRemark, 'count' | 'rows'> => ({
  count: remarks.reduce((sum, { count }) => sum + count, 0),
  rows: remarks
    .flatMap(({ number, id, value = null }) => {
      const name = number === null ? id : `#${number}`;
      return name === null ? [] : [{ name, value }];
    })
    .slice(0, SHOWN_ROWS),
});
