import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, EDITIONS } from '#contract/setting-words.ts';
import { capabilitiesOf } from './effective-settings.ts';

const name = fc.constantFrom(...CAPABILITIES);
const settings = fc.record({ edition: fc.constantFrom(...EDITIONS), feature_flags: fc.dictionary(name, fc.boolean()) });

test('a flag decides; without one, the core is on, and the rest in the edition that has it', () => {
  fc.assert(
    fc.property(settings, ({ edition, feature_flags }) => {
      const capabilities = capabilitiesOf({ edition, feature_flags });
      assert.deepEqual(Object.keys(capabilities), [...CAPABILITIES]);
      for (const [capability, on] of Object.entries(capabilities)) {
        const flag = feature_flags[capability];
        const expected = flag === undefined ? capability.startsWith('core_') || edition === 'enterprise' : flag;
        assert.equal(on, expected, capability);
      }
    }),
  );
});
