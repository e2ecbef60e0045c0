import { expect, test } from 'vitest';
import { agentName } from './sessions.tsx';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Mobile Safari/604.1',
    'Safari, iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['', null],
  [null, null],
])('%s is called %s', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});
