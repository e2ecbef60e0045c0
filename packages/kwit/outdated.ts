import { compareVersions } from '../../server/platform/upgrading.ts';

/** Where releases are published. */
const REGISTRY = 'https://registry.npmjs.org/kwit/latest';

/** `kwit outdated`: asks the registry. @returns the exit code: 0, or 1 when it cannot be asked. */
export async function outdated(version: string, say: (text: string) => void, registry = REGISTRY): Promise<number> {
  try {
    const answer = await fetch(registry, {
      signal: AbortSignal.timeout(10_000),
      headers: { accept: 'application/json' },
    });
    if (answer.status === 404) {
      say(`The registry has no Kwit. This is ${version}.`);
      return 0;
    }
    const { version: newest } = (await answer.json()) as { version: string };
    say(
      compareVersions(version, newest) < 0
        ? `Kwit ${newest} is out, and this is ${version}. docs/operating/upgrade.md says how to come there.`
        : `This is ${version}, the newest.`,
    );
    return 0;
  } catch (error) {
    say(`The registry cannot be asked: ${(error as Error).message}`);
    return 1;
  }
}
