import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { helpOf } from './command-help.ts'
import { COMMANDS } from './commands.ts'
import { Machine } from './testing/typed.ts'

describe('the help of kwit', () => {
  const machine = new Machine()
  after(() => machine.close())

  test('lists every command, and explains each with examples of its own options', async () => {
    const list = await machine.does(['--help'])
    assert.equal(await machine.does([]), list)
    for (const one of COMMANDS) {
      assert.match(list, new RegExp(`^ {2}${one.name} `, 'm'))
      const help = helpOf(one)
      assert.ok(one.examples.length > 0, one.name)
      for (const [typed] of one.examples) {
        const [, name, rest = ''] = /kwit ([\w-]+)([^|>]*)/.exec(typed) ?? []
        const options = COMMANDS.find((command) => command.name === name)?.options
        assert.ok(options, typed)
        for (const [, long = ''] of rest.matchAll(/ --([\w-]+)/g)) assert.ok(Object.hasOwn(options, long), typed)
        for (const [, letter] of rest.matchAll(/ -(\w)\b/g))
          assert.ok(
            Object.values(options).some(({ short }) => short === letter),
            typed,
          )
        assert.ok(help.includes(typed))
      }
    }
    const close = await machine.does(['close', '--help'])
    assert.match(close, /^Usage: kwit close <number>\nCloses a ticket/)
    assert.equal(await machine.does(['close', '42', '-h']), close)
    const said = await machine.pipes(['comment', '42', '--message=-h', '--url', 'http://127.0.0.1:1'])
    assert.equal(said.code, 4, 'what somebody says is no option')
  })

  test('is what an unknown command leads to', async () => {
    const { code, out, err } = await machine.pipes(['clsoe', '42'])
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, /There is no command “clsoe”\. kwit --help/)
    assert.equal((await machine.pipes(['show'])).err, 'Usage: kwit show <number>\n')
  })
})

describe('the completion of kwit', () => {
  const machine = new Machine()
  after(() => machine.close())

  test('knows commands, options and their values in bash', async () => {
    const script = await machine.does(['completion', 'bash'])
    const complete = async (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(' ')
      const line = `${script}\nCOMP_WORDS=(kwit ${typed}); COMP_CWORD=${words.length}; _kwit; echo "\${COMPREPLY[@]}"`
      return (await promisify(execFile)('bash', ['-c', line])).stdout.trim()
    }
    assert.equal(await complete('lo'), 'login logout')
    assert.equal(await complete('list', '--st'), '--status')
    assert.equal(await complete('list', '--status', 'ver'), 'verified')
    assert.equal(await complete('completion', 'z'), 'zsh')
  })

  test('is written for zsh and fish, too', async () => {
    assert.match(await machine.does(['completion', 'zsh']), /bashcompinit\n_kwit\(\)/)
    const fish = await machine.does(['completion', 'fish'])
    assert.match(fish, /^complete -c kwit -f -n __fish_use_subcommand -a close -d 'Closes a ticket/m)
    assert.match(fish, /-l status -r -f -a 'submitted verified /)
    assert.equal((await machine.pipes(['completion', 'tcsh'])).code, 2)
  })
})
