import { PostgresDialect, PostgresQueryCompiler, type KyselyPlugin, type UnknownRow } from 'kysely';

const remembered = (convert: (name: string) => string) => {
  const known = new Map<string, string>();
  return (name: string): string => {
    let converted = known.get(name);
    if (converted === undefined) known.set(name, (converted = convert(name)));
    return converted;
  };
};

/** The name of a table or column in the database: `formsConfirmedBy` is `forms_confirmed_by`. */
export const snakeCase = remembered((name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);
/** The name of the same in code. */
export const camelCase = remembered((name) =>
  name.replaceAll(/(?<=.)_([a-z\d])/g, (_, letter: string) => letter.toUpperCase()),
);

export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

/** PostgreSQL as Kysely speaks it, from code in camelCase to a database in snake_case. */
export class CamelCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

/** Rows with columns named as in code. Only columns are renamed: JSON inside them stays as it is. */
export function camelCaseRows<Row extends object>(rows: Row[]): Row[] {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.map(camelCase);
  if (columns.every((column, place) => column === names[place])) return rows;
  // copies of one object share its shape, which makes the rows quick to read
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  return rows.map((row) => {
    const renamed: Record<string, unknown> = { ...empty };
    for (let place = 0; place < columns.length; place++)
      renamed[names[place]!] = row[columns[place] as keyof Row];
    return renamed as Row;
  });
}

/** Names are looked up once a result; Kysely's own CamelCasePlugin copies each statement and looks up each value (decision 37). */
export const camelCaseResults: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: camelCaseRows<UnknownRow>(result.rows) }),
};
