/** Tables of lines that are not typed, or not as they stand on their page. A line of these tables that no page has is a failure. */
import packageFile from '../../package.json' with { type: 'json' };

const { version } = packageFile;

/** Commands that the walk does not type, with the reason. */
export const NOT_TYPED: readonly (readonly [what: RegExp, why: string])[] = [
  [
    /^docker (?:build|buildx|compose|logs)(?!.*docker run)/,
    'It needs Docker. What the image starts is typed: docker run, docker exec.',
  ],
  [/^kubectl (?:create|apply|rollout) /, 'It needs a cluster. What it executes is typed: kubectl exec.'],
  [/^kwit service uninstall$/, 'It needs systemd.'],
  [/^(?:pg_dump|gh|mysqldump) /, 'It is a program of others. What it writes lies there.'],
  [/^kwit login\b/, 'It asks at a terminal; packages/cli/ has its tests.'],
  [/^npx kwit$/, 'No registry has Kwit yet; its package is typed.'],
  [/^kwit new --key$/, 'It names an option.'],
  [/^npm run soak /, 'It is a soak of its own.'],
  [/^npm run release -- <version>$/, 'It is typed with the version that README.md names.'],
];

/** Typed only at full size: it installs, packs, or runs what was packed. */
export const INSTALLS = /npm ci|npm test|npm prune|npx |tar xf|npm install|npm run (?:release|demo)|docker build/;

/** Kwit stands still meanwhile: these serve, or want the database for themselves. */
export const ALONE =
  /npm start(?! &)|serve|docker run|npm ci|npm prune|npm run release|--into-new|kwit (?:-- )?(?:export|upgrade (?:run|undo))|import (?!verify|.*--dry-run|.*--help)/;

/** A line that is typed before the block that begins so. */
export const BEFORE: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'export DATA_DIR=$ROOM/first',
  [`npm install --global ./kwit-cli-${version}.tgz`]: 'export PATH=$ROOM/global/bin:$PATH',
  'npm start -- --new':
    'export DATA_DIR=$ROOM/anew && mkdir -p $DATA_DIR/files/aa && echo > $DATA_DIR/files/aa/x && ! npm start',
  'set -a; . /etc/kwit.env; /opt/kwit/bin/kwit backup /var/backups/kwit': 'echo "DATA_DIR=$PWD/data" > $ROOM/kwit.env',
  'DATABASE_URL=postgres://…/kwit_restored JWT_SECRET=… SECRETS_KEY=… npm run kwit -- restore /var/backups/kwit/2026-11-22T03-00-00Z':
    'DATABASE_URL=$POSTGRES JWT_SECRET=$SECRET SECRETS_KEY=$OTHER_SECRET npm run kwit -- backup $ROOM/backups/postgres',
  'npm run kwit -- backup /var/backups/kwit --files-only':
    'export DATABASE_URL=$POSTGRES JWT_SECRET=$SECRET SECRETS_KEY=$OTHER_SECRET',
  'npm run kwit -- restore /var/backups/kwit/2026-11-22T03-10-00Z':
    'export DATABASE_URL=$POSTGRES JWT_SECRET=$SECRET SECRETS_KEY=$OTHER_SECRET',
  'kwit backup': 'export BACKUP_DIR=$ROOM/backups/older',
  'kwit upgrade undo': 'kwit upgrade run',
  'kwit read-only on': 'kwit upgrade run',
  'kwit read-only off': 'kwit upgrade run',
  'npm run kwit -- import redmine https://redmine.example.com --key-file key --save redmine-answers --markup textile --dry-run --report report.json':
    'for command in developer\\ add person\\ invite developer\\ add; do kwit $command me@example.com; done',
  [`npm install ./kwit-client-${version}.tgz`]: 'mkdir program && cd program',
  'npm run kwit -- import verify github issues.json --people people.csv':
    'npm run kwit -- import github issues.json --people people.csv || [ $? = 3 ]',
};

/** Words that a line says, where its page tells of them. Every line ends with 0; an import that left something out ends with 3. */
export const SAYS: Readonly<Record<string, RegExp>> = {
  'npm ci && npm start': /\/first#/,
  'kwit sign-in link me@example.com': /https?:\S+code=/,
  'npm run kwit -- restore /var/backups/kwit/2026-11-22T03-00-00Z --into-new': /before-restore/,
  '/opt/kwit/bin/kwit service install --data /var/lib/kwit --url https://desk.example.com':
    /kwit\.service.*ExecStart=\/opt\/kwit.*# \/etc\/kwit\.env \(0600\)/s,
  'npm run kwit -- person list': /tom@example\.com/,
  'npm run kwit -- project take-over <project> <address> --reason <text>': /leads Lawyers/,
  'npm run kwit -- token add you@example.com --scope read --name agent': /kwit_pat_/,
  'kwit upgrade check': /is of Kwit 1\.0\.0.*would run/s,
  'kwit upgrade run': /\d{4}-[\w-]+ ended: \d+ rows/,
  'kwit show 42': /The printer jams again/,
  'kwit undo <act> --dry-run': /Would be put back: 1/,
  'kwit list --status submitted --json number,title | jq -r \'.[] | "\\(.number) \\(.title)"\'':
    /^2 The scanner is slow again$/m,
};
