type Chance = () => number;

const below = (chance: Chance, end: number): number => Math.floor(chance() * end);
const noise = (chance: Chance, length: number): Buffer => Buffer.from(Array.from({ length }, () => below(chance, 256)));
/** Signs that formats are made of. */
const SIGNS = ['"', ',', ';', '\n', '{', '}', '[', ']', '\0', '\ufeff', '=', '../', '￿', '9'.repeat(400)];

function flipped(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  for (let left = 1 + below(chance, 8); left > 0; left -= 1) {
    const at = below(chance, copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(chance, 8));
  }
  return copy;
}

function replaced(bytes: Buffer, by: Buffer, chance: Chance): Buffer {
  const at = below(chance, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + by.length)]);
}

const WAYS: readonly ((bytes: Buffer, chance: Chance) => Buffer)[] = [
  (bytes, chance) => bytes.subarray(0, below(chance, bytes.length)),
  flipped,
  (bytes, chance) => replaced(bytes, noise(chance, 1 + below(chance, 300)), chance),
  (bytes, chance) => {
    const at = below(chance, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(oneOf(SIGNS, chance)), bytes.subarray(at)]);
  },
  (bytes, chance) => replaced(bytes, Buffer.from(oneOf(SIGNS, chance)), chance),
  (bytes, chance) => Buffer.concat([bytes, bytes.subarray(below(chance, bytes.length))]),
  (bytes, chance) => noise(chance, below(chance, bytes.length)),
  () => Buffer.alloc(0),
];

export const oneOf = <T>(among: readonly T[], chance: Chance): T => among[below(chance, among.length)] as T;

/** The bytes, damaged in one of the ways in which files are: cut, flipped, overwritten, lengthened, or quite another. */
export const damaged = (bytes: Buffer, chance: Chance): Buffer =>
  bytes.length === 0 ? noise(chance, 20) : oneOf(WAYS, chance)(bytes, chance);
