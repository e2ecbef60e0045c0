import type { ColumnEntry, RecordedTable } from '#records';
import { exportedColumns, PICTURES } from './format.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schema of a line of each table, by the table's name. */
export function schemasOf(
  tables: readonly RecordedTable[],
): ReadonlyMap<RecordedTable['name'] | typeof PICTURES, object> {
  const schemas = tables.map((table) => [table.name, schemaOf(table)] as const);
  return new Map<RecordedTable['name'] | typeof PICTURES, object>([...schemas, [PICTURES, PICTURE_SCHEMA]]);
}

function schemaOf(table: RecordedTable): object {
  const columns = exportedColumns(table);
  return lineSchema(
    table.name,
    table.meaning,
    Object.fromEntries(columns.map(([name, entry]) => [name, valueSchema(entry)])),
  );
}

const lineSchema = (title: string, description: string, properties: Record<string, object>) => ({
  $schema: DIALECT,
  title,
  description,
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const VALUE: Readonly<Record<ColumnEntry['type'], { readonly type?: string; readonly format?: string }>> = {
  id: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  time: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  flag: { type: 'boolean' },
  json: {},
  integer: { type: 'integer' },
  real: { type: 'number' },
};

function valueSchema({ type, meaning, isNullable, words, names }: ColumnEntry): object {
  const { type: plain, ...format } = VALUE[type];
  const said = names === undefined ? meaning : `${meaning} Names ${names === 'file' ? 'a file' : `a row of ${names}`}.`;
  return {
    description: said,
    ...(plain === undefined ? {} : { type: isNullable ? [plain, 'null'] : plain }),
    ...format,
    ...(words ? { enum: isNullable ? [...words, null] : words } : {}),
  };
}

const PICTURE_SCHEMA = lineSchema(PICTURES, 'A picture: of a person, of a project, or the logo.', {
  name: { description: 'The name under which it is kept.', type: 'string' },
  sha256: { description: 'Of its bytes, hexadecimal.', type: 'string' },
  size: { description: 'In bytes.', type: 'integer' },
});

/** The README of an export: how to read it, and what each table and column means. */
export function readmeOf(tables: readonly RecordedTable[]): string {
  return `${[INTRODUCTION, ...tables.map(sectionOf), PICTURE_SECTION].join('\n\n')}\n`;
}

const INTRODUCTION = `# An export of Kwit

Everything that people made in a Kwit, without passwords, keys, tokens and sessions. \`kwit import kwit FILE\` reads it into an
empty Kwit, on SQLite or PostgreSQL; anything else can read it too.

- \`manifest.json\` tells the version of the form, and how many rows and bytes each table has, with its SHA-256.
- \`tables/*.ndjson\` have one JSON object a line, with sorted names, in the order of their keys. The manifest has the tables in an
  order in which they can be loaded: a row comes after those that it names.
- \`schema/*.schema.json\` describe a line of each table (JSON Schema 2020-12).
- \`files/ab/ab…\` are uploaded files and pictures, under the names by which rows name them.
- \`end.json\` is the last file. An export without it is not whole. It names files that were gone already.

Times are RFC 3339 in UTC. Ids are UUIDs, whose order is that of their making. Texts are Markdown where people write it.`;

const sectionOf = (table: RecordedTable): string =>
  [
    `## ${table.name}\n\n${table.meaning}\n\n| column | type | meaning |\n| --- | --- | --- |`,
    ...exportedColumns(table).map(([name, entry]) => `| ${name} | ${typeOf(entry)} | ${entry.meaning} |`),
  ].join('\n');

function typeOf({ type, isNullable, names, words }: ColumnEntry): string {
  const named = names === undefined || names === 'file' ? '' : ` of ${names}`;
  const listed = words === undefined ? '' : `: ${words.map((word) => `\`${word}\``).join(', ')}`;
  return `${type}${named}${isNullable ? ' or null' : ''}${listed}`;
}

const PICTURE_SECTION = `## ${PICTURES}

Pictures of people and projects, and the logo: \`name\`, \`sha256\`, \`size\`. Attachments tell that of uploaded files.`;
