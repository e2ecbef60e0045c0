import { Caller } from '../../server/testing/caller.ts';
import type { Player } from '../../server/testing/cast.ts';
import { tokenOf } from '../../server/testing/mcp-agent.ts';
import { mcpMessage, sendMessage, toolMessage } from '../../server/testing/mcp-message.ts';

/** More tickets than were planted. */
const NUMBERS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Everything that an agent of this person reads by every tool, page and prompt, in one text; it looks for each of the words. */
export async function toldToAgent(
  address: string,
  person: Player,
  words: readonly string[],
  numbers: readonly number[] = NUMBERS,
): Promise<string> {
  const program = new Caller(address, await tokenOf(person, 'admin'));
  const messages = [
    toolMessage('whoami', {}),
    toolMessage('list_projects', {}),
    toolMessage('my_work', {}),
    toolMessage('search_tickets', { limit: 50 }),
    ...words.flatMap((text) => [toolMessage('search_tickets', { q: text }), toolMessage('find_answers', { text })]),
    ...numbers.flatMap((number) => [
      toolMessage('get_ticket', { number }),
      mcpMessage('resources/read', { uri: `kwit://ticket/${number}` }),
      mcpMessage('resources/read', { uri: `kwit://answers/${number}` }),
      mcpMessage('prompts/get', { name: 'triage', arguments: { number: String(number) } }),
    ]),
  ];
  const texts: string[] = [];
  for (const message of messages) {
    const { status, text } = await sendMessage(program, message);
    if (status !== 200) throw new Error(`${JSON.stringify(message)}: ${status} ${text}`);
    texts.push(text);
  }
  return texts.join('\n');
}
