const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const named = (agent: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1];

/** A short name for a user agent: "Firefox, Linux", or its own first word when it is no browser. */
export function agentName(agent: string | null): string | null {
  if (!agent) return null;
  const names = [named(agent, BROWSERS), named(agent, SYSTEMS)].filter(Boolean);
  return names.join(', ') || (agent.split(/[/ ]/, 1)[0] ?? null);
}
