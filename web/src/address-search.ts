/** The search parameters of an address: how they are written, and which of them a page reads. */

type Raw = Record<string, unknown>;

/** Plain `name=value` with readable commas: `/board?status=verified,waiting&assignee=me`. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text ? `?${text}` : '';
}

/** Where to go after signing in. */
export function readNext(raw: Raw): { next?: string } {
  // Only a path of this app: `//elsewhere` would lead to another host, and browsers leave out tabs and line ends.
  const next = typeof raw.next === 'string' && /^\/(?![/\\\t\n\r])/.test(raw.next) ? raw.next : undefined;
  return next ? { next } : {};
}

/** The values of these names in the address, as texts. */
const namesOf = <N extends string>(names: readonly N[], raw: Raw) =>
  Object.fromEntries(names.flatMap((name) => (raw[name] ? [[name, String(raw[name])]] : []))) as {
    [K in N]?: string | undefined;
  };

export const readAdminSearch = (raw: Raw) =>
  namesOf(['status', 'entry', 'q', 'role', 'state', 'open', 'action', 'actor'], raw);

export const readInsightSearch = (raw: Raw) => {
  const { from, to, ...others } = namesOf(
    ['q', 'project', 'category', 'label', 'team', 'fields', 'field', 'from', 'to', 'by'],
    raw,
  );
  const isDay = (text: string | undefined) => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);
  return { ...others, ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
};

export const readAnswerSearch = (raw: Raw) => namesOf(['q', 'category'], raw);
