/** A backup is made where Kwit runs, never to a place that a request names: the step shows the command. */
export function BackupStep() {
  return (
    <pre className="m-4 max-w-2xl overflow-x-auto rounded-lg bg-sunken p-3 text-sm md:mx-5">
      <code>npm run kwit -- backup /var/backups/kwit</code>
    </pre>
  );
}
