import { type Static, Type } from 'typebox';
import { Instant, nullable, oneOf, record } from './scalars.ts';

/** The last upgrade of this Kwit (docs/operating/upgrade.md). */
export const Upgrade = record({
  version: Type.String({ examples: ['1.1.0'] }),
  previous_version: nullable(
    Type.String({ examples: ['1.0.0'], description: 'null: it was installed with this version.' }),
  ),
  upgraded_at: nullable(Instant),
  since: nullable(Instant),
  read_only: Type.Boolean({ description: 'Whether Kwit takes no changes now.' }),
  migrations: Type.Array(Type.String(), { description: 'The changes of the schema that ran.' }),
  copy_kept_until: nullable(
    oneOf(['next_upgrade'], { description: 'Until when the copy from before it is kept; null where there is none.' }),
  ),
});
export type Upgrade = Static<typeof Upgrade>;
