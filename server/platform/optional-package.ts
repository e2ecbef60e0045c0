/** The packages that `npm ci --omit=optional` leaves out, and what needs each. */
const NEEDED_BY = {
  '@aws-sdk/client-s3': 'Keeping files or backups in S3',
  '@aws-sdk/client-sesv2': 'Sending mail through Amazon SES',
} as const;

/** @returns a sentence that names the command which installs the package; null when it is installed. */
export function missingPackage(name: keyof typeof NEEDED_BY): string | null {
  try {
    import.meta.resolve(name);
    return null;
  } catch {
    return `${NEEDED_BY[name]} needs the package ${name}, which is not installed. Run npm ci --omit=dev in Kwit's folder, then start Kwit again.`;
  }
}
