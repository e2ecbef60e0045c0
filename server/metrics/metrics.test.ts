import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics } from './metrics.ts'
import { RequestDurations } from './request-durations.ts'

test('a family is announced, and its labels are written so that nothing breaks out of them', async () => {
  const metrics = new Metrics()
  metrics.expose({ name: 'kwit_things', help: 'Things.', type: 'gauge' }, () => 3)
  metrics.expose({ name: 'kwit_odd', help: 'Odd ones.', type: 'gauge' }, async () => [
    { labels: { name: 'a "quoted" \\ text\nin lines' }, value: 0.5 },
  ])
  assert.equal(
    await metrics.text(),
    '# HELP kwit_things Things.\n# TYPE kwit_things gauge\nkwit_things 3\n' +
      '# HELP kwit_odd Odd ones.\n# TYPE kwit_odd gauge\nkwit_odd{name="a \\"quoted\\" \\\\ text\\nin lines"} 0.5\n',
  )
})

test('a family that cannot be read leaves the others alone, and a name is taken once', async () => {
  const metrics = new Metrics()
  metrics.expose({ name: 'kwit_away', help: 'Away.', type: 'gauge' }, () => Promise.reject(new Error('away')))
  metrics.expose({ name: 'kwit_here', help: 'Here.', type: 'gauge' }, () => 1)
  assert.equal(await metrics.text(), '# HELP kwit_here Here.\n# TYPE kwit_here gauge\nkwit_here 1\n')
  assert.throws(() => metrics.expose({ name: 'kwit_here', help: 'Again.', type: 'gauge' }, () => 1))
})

test('durations add up from bucket to bucket', async () => {
  const [metrics, durations] = [new Metrics(), new RequestDurations()]
  durations.exposeIn(metrics)
  for (const seconds of [0.0005, 0.001, 0.0011, 0.3, 121]) durations.count('GET', '/x', 200, seconds)
  const buckets = [...(await metrics.text()).matchAll(/_bucket\{.*le="([^"]+)"\} (\d+)/g)].map(
    ([, le, n]) => `${le}:${n}`,
  )
  assert.deepEqual(
    buckets,
    '0.001:2 0.0025:3 0.005:3 0.01:3 0.025:3 0.05:3 0.1:3 0.25:3 0.5:4 1:4 2.5:4 5:4 10:4 30:4 120:4 +Inf:5'.split(' '),
  )
})
