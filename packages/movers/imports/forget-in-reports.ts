import type { Actor, Work } from '#platform';
import { ImportBatchStore } from './import-batch-store.ts';
import type { ImportReport, Remark } from './import-report.ts';

const FORGOTTEN = 'it named somebody who was erased';

/** Takes address and name of a person out of what the reports of imports say about rows. */
export async function forgetInReports(work: Work<Actor>, words: readonly string[]): Promise<void> {
  const any = words.map((word) => RegExp.escape(word)).join('|');
  const naming = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'iu');
  const forgotten = <T extends Remark>(remark: T): T =>
    naming.test(`${remark.id} ${remark.reason}`) ? { ...remark, id: null, reason: FORGOTTEN } : remark;
  for (const { id, report } of await work.of(ImportBatchStore).reports()) {
    const said = JSON.parse(report) as ImportReport;
    const { left_out, repaired, changed } = said;
    const lists = {
      left_out: left_out.map(forgotten),
      repaired: repaired.map(forgotten),
      changed: changed.map(forgotten),
    };
    const kept = JSON.stringify({ ...said, ...lists });
    if (kept !== JSON.stringify(said)) await work.of(ImportBatchStore).setReport(id, kept);
  }
}
