import type { ParseArgsOptionsConfig } from 'node:util';
import { readTyped, type TerminalCommand, type Typed } from '#platform';
import { importByCommand, PRODUCTS, type ProductOptions, resumeImport } from '../imports/import-command.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { importFromKwit } from '../imports/kwit/load-export.ts';
import { FLAG, type Product, VALUE } from '../imports/product.ts';

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
    const chosen = options(path, read.values, read.positionals);
    return (parts) => importByCommand(parts, chosen, manner);
  } catch (error) {
    // The import itself refuses it.
    if (error instanceof ImportRefused) return () => Promise.reject(error);
    throw error;
  }
}

const productNamed = (name: string): Product<ProductOptions> | undefined =>
  Object.entries(PRODUCTS).find(([product]) => product === name)?.[1];

/** Reads the words after `kwit import`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readImport(args: readonly string[]): TerminalCommand | null {
  const verifies = args[0] === 'verify';
  const [product = '', ...words] = verifies ? args.slice(1) : args;
  const named = productNamed(product);
  if (named !== undefined) return readProduct(named, words, verifies);
  if (args[0] === 'resume') return args.length === 1 ? resumeImport : null;
  const [what, path = '', ...rest] = readTyped(args, {})?.positionals ?? [];
  return what !== 'kwit' || path === '' || rest.length > 0 ? null : (parts) => importFromKwit(parts, path);
}
