import type { TeamGlossary, TeamGlossaryChange } from '../../../contract/glossary.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { Failure } from '../../failure.ts';
import { type GlossaryRefusal, readGlossary } from '../../search/glossary.ts';
import type { Work } from '../../work.ts';
import { BUILT_IN_GLOSSARY } from '../similar/built-in-glossary.ts';
import { GLOSSARY_SETTING, glossaryText } from '../similar/glossary-in-use.ts';

/** At most this many lines are named in a refusal. */
const MOST_NAMED = 50;

const WHY: Readonly<Record<GlossaryRefusal['why'], string>> = {
  silent: 'says nothing that a search could use',
  twice: 'stands in the glossary twice',
  alone: 'has no other word that means the same',
};

/** The glossary that similar answers are found with. */
export async function showGlossary(work: Work): Promise<TeamGlossary> {
  const text = await glossaryText(work);
  return {
    text: text ?? BUILT_IN_GLOSSARY,
    is_built_in: text === null,
    entries: readGlossary(text ?? BUILT_IN_GLOSSARY).entries.length,
  };
}

/**
 * Puts a glossary of the team's own in the place of the one that holds (docs/rules/answers.md#glossary).
 *
 * @throws Failure `validation_error` with each line that does not count, and why.
 */
export async function changeGlossary(work: Work, { text }: TeamGlossaryChange): Promise<TeamGlossary> {
  if (text === null) await work.settings.remove(GLOSSARY_SETTING);
  else {
    refuseLines(readGlossary(text).refusals);
    await work.settings.set(GLOSSARY_SETTING, JSON.stringify(text), work.now, work.actor.id);
  }
  await recordAudit(work, 'settings.changed', null, { names: [GLOSSARY_SETTING] });
  return showGlossary(work);
}

function refuseLines(refusals: readonly GlossaryRefusal[]): void {
  if (refusals.length === 0) return;
  throw new Failure(
    'validation_error',
    refusals.slice(0, MOST_NAMED).map(({ line, form, why }) => ({
      path: 'text',
      code: why,
      message: `Line ${line}: “${form}” ${WHY[why]}.`,
    })),
  );
}
