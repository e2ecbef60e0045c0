import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Configuration {
  readonly [kind: string]: { readonly kwit?: { readonly url: string; readonly headers: Record<string, string> } };
}

test('each configuration of a client that docs/mcp.md shows names the address and sends a token', () => {
  const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
  const blocks = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, text = '']) => JSON.parse(text) as Configuration);
  assert.equal(blocks.length, 3);
  for (const block of blocks) {
    const { kwit } = Object.values(block).find((servers) => servers.kwit) ?? {};
    assert.equal(kwit?.url, 'https://tickets.example.com/mcp');
    assert.match(kwit.headers.Authorization ?? '', /^Bearer \$\{/);
  }
});
