import { readFileSync } from 'node:fs';
import { entryFinder, readGlossary } from '../../search/glossary.ts';

/** The glossary that comes with Kwit, as text. */
export const BUILT_IN_GLOSSARY = readFileSync(new URL('../../search/glossary.txt', import.meta.url), 'utf8');

/** Finds entries of the glossary that comes with Kwit. */
export const builtInEntryOf = entryFinder(readGlossary(BUILT_IN_GLOSSARY).entries);
