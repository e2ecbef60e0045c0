import { type Static, Type } from 'typebox';
import { record } from './scalars.ts';

/** Which of the first steps are done (docs/rules/settings.md#first-steps). */
const Steps = record({
  address: Type.Boolean({ description: 'The address of the app is set, so that mails carry links.' }),
  mail: Type.Boolean({ description: 'The provider that is set has accepted a test message.' }),
  domains: Type.Boolean({ description: 'It is said whose addresses may sign in.' }),
  project: Type.Boolean({ description: 'There is a project.' }),
  colleagues: Type.Boolean({ description: 'There is somebody besides the first person.' }),
  backup: Type.Boolean({ description: 'A backup was made that was whole.' }),
});

/** GET /api/setup/steps: what a team does first. */
export const SetupSteps = record({
  is_put_away: Type.Boolean({ description: 'Nobody is to be shown the steps any more.' }),
  steps: Steps,
});
export type SetupSteps = Static<typeof SetupSteps>;

/** PATCH /api/setup/steps: for everybody. */
export const SetupStepsChange = record({ is_put_away: Type.Boolean() }, { examples: [{ is_put_away: true }] });
export type SetupStepsChange = Static<typeof SetupStepsChange>;
