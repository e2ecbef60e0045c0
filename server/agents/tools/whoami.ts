import { readsInternals } from '#access';
import { record } from '#contract/scalars.ts';
import { TOKEN_SCOPES } from '#contract/words.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { tool } from './tool.ts';

export const whoami = tool({
  name: 'whoami',
  title: 'Who am I',
  description: 'For whom the agent acts, and what it may do for them here.',
  effect: 'reads',
  input: record({}),
  async run({ person, mode, texts }) {
    const { name, role, language, credential } = person;
    const scope = credential.kind === 'token' ? credential.scope : null;
    const mayWrite = mode === 'write' && scope !== null && scope !== TOKEN_SCOPES[0];
    const isDeveloper = readsInternals(person);
    const can = {
      read_all_tickets: isDeveloper,
      read_internal_comments: isDeveloper,
      report: mayWrite,
      comment: mayWrite,
      comment_internally: mayWrite && isDeveloper,
      update: mayWrite,
      close: mayWrite && isDeveloper,
    };
    const text = new FencedText(texts)
      .say(`Role ${role}, reads ${language}; the token has the scope ${scope}, the setting mcp is ${mode}.`)
      .say(isDeveloper ? 'Sees all tickets and internal comments.' : 'Sees the tickets that they reported.')
      .say(mayWrite ? 'May write.' : 'May only read.')
      .quote('name', name, { name, role, isReader: true });
    const own = { name, role, isReader: true } as const;
    return { fields: { name: texts.nameOf(own), role, language, scope, mcp: mode, can }, text };
  },
});
