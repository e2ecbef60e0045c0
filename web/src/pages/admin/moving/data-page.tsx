import { ExportEverything } from './export-everything.tsx'
import { LatestBackups } from './latest-backups.tsx'
import { UploadTable } from './upload-table.tsx'

/** What keeps copies of everything, takes it out, and brings tables in. */
export function DataPage() {
  return (
    <>
      <LatestBackups />
      <ExportEverything />
      <UploadTable />
    </>
  )
}
