import type { Mutant } from './mutant.ts';

const OPEN = 'server/platform/database/migrations/open-database.ts';
const NODES = 'server/service/upgrade/nodes.ts';
const SCHEMA = ['proofs/schema.proof.test.ts'];
const SIGNS = ['server/service/upgrade/nodes.api.test.ts'];

/** Defences of a schema on which another version works. */
export const UPGRADES: readonly Mutant[] = [
  {
    breaks: 'only a start and upgrade run change a schema',
    file: OPEN,
    from: "older = 'refused', change",
    to: "older = 'changed', change",
    tests: SCHEMA,
  },
  {
    breaks: 'a backup alone takes an older schema',
    file: OPEN,
    from: "if (!isOlder || older === 'refused')",
    to: 'if (!isOlder)',
    tests: SCHEMA,
  },
  {
    breaks: 'a trial of an import runs beside a service',
    file: 'server/command-line.ts',
    from: "name === 'import' && !args.includes('--dry-run')",
    to: "name === 'import'",
    tests: SCHEMA,
  },
  {
    breaks: 'a node of another version that lives keeps the schema as it is',
    file: NODES,
    from: 'node.seen_at > gone',
    to: 'node.seen_at < gone',
    tests: SIGNS,
    on: 'postgres',
  },
  {
    breaks: 'a node that leaves no sign keeps it as it is, too',
    file: NODES,
    from: 'if (nameless === undefined) return others;',
    to: 'return others;',
    tests: SCHEMA,
    on: 'postgres',
  },
  {
    breaks: 'changes that an older node cannot bear are not made beside it',
    file: NODES,
    from: '(whileRunning && isAllowed)',
    to: 'whileRunning',
    tests: SIGNS,
    on: 'postgres',
  },
];
