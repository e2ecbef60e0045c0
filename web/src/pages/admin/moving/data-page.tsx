import { Backups } from './backups.tsx'
import { ExportEverything } from './export-everything.tsx'
import { ImportTable } from './import-table.tsx'

/** What keeps copies of everything, takes it out, and brings tables in. */
export function DataPage() {
  return (
    <>
      <Backups />
      <ExportEverything />
      <ImportTable />
    </>
  )
}
