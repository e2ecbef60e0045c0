import type { Mutant } from './mutant.ts';

const ROUTES = 'server/agents/protocol/mcp-routes.ts';
const SERVING = 'server/agents/protocol/serve-message.ts';
const MESSAGES = ['server/agents/mcp-messages.api.test.ts'];
const WRITES = ['server/agents/mcp-writes.api.test.ts'];
const AGREEMENT = ['server/agents/mcp-agreement.api.test.ts'];
const INJECTION = ['server/agents/mcp-injection.api.test.ts'];

/** Defences of what agents read and do through /mcp. */
export const AGENTS: readonly Mutant[] = [
  {
    breaks: 'a session does not speak for an agent',
    file: ROUTES,
    from: "if (person.credential.kind !== 'token')",
    to: 'if (false)',
    tests: MESSAGES,
  },
  {
    breaks: 'pages of other origins do not call',
    file: ROUTES,
    from: 'if (origin !== undefined && origin !== config.frontendOrigin && origin !== appAddress.origin)',
    to: 'if (false)',
    tests: MESSAGES,
  },
  {
    breaks: 'a tool that writes needs a token that may',
    file: ROUTES,
    from: "if (effect !== 'reads' && mode === 'write') permitAccess({ access: 'signed-in', scope: 'write' }, person)",
    to: 'if (mode === effect) throw person',
    tests: MESSAGES,
  },
  {
    breaks: 'nothing is written while the setting is read',
    file: SERVING,
    from: "if (tool.effect !== 'reads' && calling.mode !== 'write')",
    to: 'if (false)',
    tests: WRITES,
  },
  {
    breaks: 'nothing is sent without an answer that was asked for',
    file: SERVING,
    from: "const wasAsked = said.kind === 'elicit' && state !== undefined",
    to: "const wasAsked = said.kind === 'elicit'",
    tests: AGREEMENT,
  },
  {
    breaks: 'what a person agreed to is signed for one token',
    file: SERVING,
    from: '{credential.id} ',
    to: '{credential.kind} ',
    tests: AGREEMENT,
  },
  {
    breaks: 'a person agrees to one answer to one ticket',
    file: 'server/agents/tools/writing.ts',
    from: 'if (agreedTo !== `',
    to: 'if (agreedTo === `none` && agreedTo !== `',
    tests: AGREEMENT,
  },
  {
    breaks: "a developer's comment is internal unless they say that it is public",
    file: 'server/agents/tools/writing.ts',
    from: 'return isPublic !== true',
    to: 'return internal === true',
    tests: WRITES,
  },
  {
    breaks: "a developer's file does not leave for the reporter",
    file: 'server/agents/tools/writing.ts',
    from: "if (standing(work.actor, ticket) !== 'worker') return",
    to: 'if (work.actor) return',
    tests: WRITES,
  },
  {
    breaks: 'a change names the version that was read',
    file: 'server/agents/tools/writing.ts',
    from: '(now) => now === version',
    to: '() => true',
    tests: WRITES,
  },
  {
    breaks: 'a token writes 30 times an hour',
    file: 'server/agents/protocol/tool-call.ts',
    from: 'writes.count(person.credential.id, runner.clock.now())',
    to: '',
    tests: WRITES,
  },
  {
    breaks: 'what people wrote stands in a fence',
    file: 'server/agents/texts/fenced-text.ts',
    from: "readonly #mark = randomBytes(12).toString('hex')",
    to: "readonly #mark = randomBytes(0).toString('hex').padEnd(24, '0')",
    tests: INJECTION,
  },
  {
    breaks: 'agents get no characters that nobody sees',
    file: 'server/agents/texts/fenced-text.ts',
    from: ".replace(UNSEEN, '')",
    to: '',
    tests: INJECTION,
  },
  {
    breaks: 'nothing that a reporter wrote loads',
    file: 'server/agents/texts/fenced-text.ts',
    from: ': withoutLiveMarkup(visibleText(text))',
    to: ': visibleText(text)',
    tests: INJECTION,
  },
  {
    breaks: "reporters' texts are withheld where the setting says so",
    file: 'server/agents/texts/fenced-text.ts',
    from: "return this.#whose === 'developers_only' && role !== 'developer' && !isReader",
    to: 'return isReader && role === this.#whose',
    tests: INJECTION,
  },
  {
    breaks: 'the owner of a token hears that it was used after its end',
    file: 'server/people/sessions/authentication.ts',
    from: 'if (row !== undefined && person === null) await this.#noteLateUse(context, row, now)',
    to: '',
    tests: ['server/people/tokens/token-mails.api.test.ts'],
  },
];
