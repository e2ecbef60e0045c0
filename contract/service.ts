import { Type } from 'typebox';
import { Instant, record } from './scalars.ts';

export const Health = record({
  status: Type.Literal('ok'),
  service: Type.Literal('kwit'),
  version: Type.String(),
  time: Instant,
});

export const Ready = record({ status: Type.Literal('ready') });
