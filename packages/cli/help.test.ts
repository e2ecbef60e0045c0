import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { helpOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { Machine } from './testing/typed.ts';

describe('the help of kwit', () => {
  const machine = new Machine();
  after(() => machine.close());

  test('lists every command, and explains each with examples of its own options', async () => {
    const list = await machine.does(['--help']);
    assert.equal(await machine.does([]), list);
    for (const command of COMMANDS) {
      assert.match(list, new RegExp(`^ {2}${command.name} `, 'm'));
      const help = helpOf(command);
      assert.ok(command.examples.length > 0, command.name);
      for (const [typed] of command.examples) {
        const [, name, rest = ''] = /kwit ([\w-]+)([^|>]*)/.exec(typed) ?? [];
        const options = COMMANDS.find((command) => command.name === name)?.options;
        assert.ok(options, typed);
        for (const [, long = ''] of rest.matchAll(/ --([\w-]+)/g)) assert.ok(Object.hasOwn(options, long), typed);
        for (const [, letter] of rest.matchAll(/ -(\w)\b/g))
          assert.ok(
            Object.values(options).some(({ short }) => short === letter),
            typed,
          );
        assert.ok(help.includes(typed));
      }
    }
    const close = await machine.does(['close', '--help']);
    assert.match(close, /^Usage: kwit close <number>\nCloses a ticket/);
    assert.equal(await machine.does(['close', '42', '-h']), close);
    const said = await machine.pipes(['comment', '42', '--message=-h', '--url', 'http://127.0.0.1:1']);
    assert.equal(said.code, 4, 'what somebody says is no option');
  });

  test('is what an unknown command leads to', async () => {
    const { code, out, err } = await machine.pipes(['clsoe', '42']);
    assert.deepEqual([code, out], [2, '']);
    assert.equal(err, 'There is no command “clsoe”. Did you mean close?\nkwit --help lists them all.\n');
    assert.equal((await machine.pipes(['frob'])).err, 'There is no command “frob”.\nkwit --help lists them all.\n');
  });

  test('is what a mistake leads to, once it was named', async () => {
    const mistakes = {
      show: 'Something is missing: kwit show <number>',
      'show 1 2': '“2” is a word too many: kwit show <number>',
      'new it': '“it” is a word too many: kwit new',
      'list --stauts verified': 'kwit list has no option --stauts. Did you mean --status?',
      'list --status': '--status needs a value.',
      'list --status --mine': '--status needs a value.',
      'list --mine=yes': '--mine takes no value.',
      'list --status verfied': /^--status cannot be “verfied”\. Did you mean verified\? It is one of submitted, /,
      'list --json': /^Name the fields\. There are:\nid\n/,
      'list --json --mine': /^Name the fields\. There are:\nid\n/,
      'list --json nubmer': /^There is no field nubmer\. Did you mean number\? There are:\n/,
      'login --scope wriet':
        '--scope cannot be “wriet”. Did you mean write? It is one of read, write, admin, shipments.',
    };
    for (const [typed, named] of Object.entries(mistakes)) {
      const { code, out, err } = await machine.pipes(typed.split(' '), { env: { KWIT_URL: 'http://127.0.0.1:1' } });
      const lead = `\nkwit ${typed.split(' ')[0]} --help explains it.\n`;
      assert.deepEqual([code, out, err.endsWith(lead)], [2, '', true], `${typed}: ${err}`);
      if (named instanceof RegExp) assert.match(err, named);
      else assert.equal(err, named + lead);
    }
  });
});

describe('the completion of kwit', () => {
  const machine = new Machine();
  after(() => machine.close());

  test('knows commands, options and their values in bash', async () => {
    const script = await machine.does(['completion', 'bash']);
    const complete = async (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(' ');
      const line = `${script}\nCOMP_WORDS=(kwit ${typed}); COMP_CWORD=${words.length}; _kwit; echo "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)('bash', ['-c', line])).stdout.trim();
    };
    assert.equal(await complete('lo'), 'login logout');
    assert.equal(await complete('list', '--st'), '--status');
    assert.equal(await complete('list', '--status', 'ver'), 'verified');
    assert.equal(await complete('completion', 'z'), 'zsh');
  });

  test('is written for zsh and fish, too', async () => {
    assert.match(await machine.does(['completion', 'zsh']), /bashcompinit\n_kwit\(\)/);
    const fish = await machine.does(['completion', 'fish']);
    assert.match(fish, /^complete -c kwit -f -n __fish_use_subcommand -a close -d 'Closes a ticket/m);
    assert.match(fish, /-l status -r -f -a 'submitted verified /);
    assert.equal((await machine.pipes(['completion', 'tcsh'])).code, 2);
  });
});
