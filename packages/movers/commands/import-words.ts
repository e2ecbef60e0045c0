import type { ParseArgsOptionsConfig } from 'node:util';
import { readTyped, type TerminalCommand, type Typed } from '#platform';
import { importByCommand, PRODUCTS, type ProductOptions, resumeImport } from '../imports/import-command.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { importFromKwit } from '../imports/kwit/load-export.ts';
import { importFromOpenArca, verifyOpenArca } from '../imports/openarca/openarca-command.ts';
import { FLAG, meaningsOf, type Product, VALUE, VALUES } from '../imports/product.ts';
import { readMeaning } from '../imports/source-words.ts';

const MANNER = { 'dry-run': FLAG, yes: FLAG, report: VALUE } as const;
type Manner = Typed<typeof MANNER & { readonly rejected: typeof VALUE }>['values'];

/** Reads the words after `kwit import <product>`. @returns null when they say nothing that Kwit can do. @throws UsageError */
function readProduct(
  { flags, mostPaths = 1, options }: Product<ProductOptions>,
  args: readonly string[],
  verifies: boolean,
): TerminalCommand | null {
  const read = readTyped<ParseArgsOptionsConfig>(args, { ...flags, ...MANNER });
  const [path = ''] = read?.positionals ?? [];
  if (read === null || path === '' || read.positionals.length > mostPaths) return null;
  const { 'dry-run': isTrial = false, yes, report = null, rejected = null } = read.values as Manner;
  const manner = { isTrial, asks: !yes, reportPath: report, rejectedPath: rejected, verifies };
  try {
    const asked = options(path, read.values, read.positionals);
    return (parts) => importByCommand(parts, asked, manner);
  } catch (error) {
    // The import itself refuses it.
    if (error instanceof ImportRefused) return () => Promise.reject(error);
    throw error;
  }
}

const OPENARCA = {
  'dry-run': FLAG,
  report: VALUE,
  map: VALUES,
  renumber: FLAG,
  settings: FLAG,
  'mail-settings': FLAG,
  'allow-missing-files': FLAG,
  'repair-links': FLAG,
} as const;

const openArcaOf = (path: string, { report, map, settings, ...values }: Typed<typeof OPENARCA>['values']) => ({
  path,
  isTrial: values['dry-run'] ?? false,
  reportPath: report ?? null,
  renumbers: values.renumber ?? false,
  meanings: new Map(Object.entries(meaningsOf(map, readMeaning, 'status.resolved=waiting'))),
  settings: { all: settings ?? false, mail: values['mail-settings'] ?? false },
  allowsMissingFiles: values['allow-missing-files'] ?? false,
  repairsLinks: values['repair-links'] ?? false,
});

const productNamed = (name: string): Product<ProductOptions> | undefined =>
  Object.entries(PRODUCTS).find(([product]) => product === name)?.[1];

/** Reads the words after `kwit import`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readImport(args: readonly string[]): TerminalCommand | null {
  const verifies = args[0] === 'verify';
  const [product = '', ...words] = verifies ? args.slice(1) : args;
  const named = productNamed(product);
  if (named !== undefined) return readProduct(named, words, verifies);
  if (args[0] === 'resume') return args.length === 1 ? resumeImport : null;
  const read = readTyped(args, OPENARCA);
  const [what, path = '', ...rest] = (verifies ? read?.positionals.slice(1) : read?.positionals) ?? [];
  if (read === null || rest.length > 0) return null;
  if (what === 'kwit')
    return verifies || path === '' || Object.keys(read.values).length > 0
      ? null
      : (parts) => importFromKwit(parts, path);
  if (what !== 'openarca' || path === '') return null;
  const request = openArcaOf(path, read.values);
  if (verifies) return (parts) => verifyOpenArca(parts, request);
  return async (parts) => ((await importFromOpenArca(parts, request)) ? 0 : 3);
}
