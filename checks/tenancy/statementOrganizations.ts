// Finds out, from PostgreSQL's own parse of a statement, which tenant tables it names and whether its text ties each of them to one
// organization. Row-level security does that for every statement anyway, but a planner that has to choose a shard reads the text.

/** A node of the parse tree, as libpg-query gives it. */
type Node = { [key: string]: any };

type Source = { table: string | null; bound: boolean };
type Scope = { sources: Map<string, Source>; outer: Scope | null };
type Pair = [Node | undefined, Node | undefined];

export type Reading = {
  /** Tenant tables that the statement reads or writes, once for each mention. */
  named: string[];
  /** Those among them that no equality with a value ties to one organization. */
  loose: string[];
  /** Columns of tenant tables that it sets in rows that are there. */
  changes: string[];
  /** Functions that it calls while it changes rows that are there. */
  functions: string[];
};

const fieldsOf = (node: Node | undefined): string[] =>
  ((node?.ColumnRef?.fields ?? []) as Node[]).map((field) =>
    field.String ? (field.String.sval as string) : '*',
  );

/** A value of the caller: a parameter or a literal, cast or not. */
const isValue = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.ParamRef !== undefined ||
    node.A_Const !== undefined ||
    (node.TypeCast !== undefined && isValue(node.TypeCast.arg)));

/** Equalities that must hold: those joined by AND, with none below OR or NOT. */
function equalities(node: Node | undefined): Pair[] {
  if (!node) return [];
  if (node.BoolExpr?.boolop === 'AND_EXPR') return (node.BoolExpr.args as Node[]).flatMap(equalities);
  const { A_Expr: expression } = node;
  if (expression?.kind === 'AEXPR_OP' && expression.name?.[0]?.String?.sval === '=') {
    const [left, right] = [expression.lexpr, expression.rexpr] as Pair;
    const [lefts, rights] = [left?.RowExpr?.args, right?.RowExpr?.args] as [
      Node[] | undefined,
      Node[] | undefined,
    ];
    return lefts && rights ? lefts.map((one, i): Pair => [one, rights[i]]) : [[left, right]];
  }
  return [];
}

class Reader {
  readonly named: string[] = [];
  readonly loose: string[] = [];
  readonly changes: string[] = [];
  readonly functions: string[] = [];
  readonly tenant: ReadonlySet<string>;

  constructor(tenant: ReadonlySet<string>) {
    this.tenant = tenant;
  }

  /** Reads a statement of any kind; whether the `org_id` that it gives out is of one organization. */
  statement(node: Node, outer: Scope | null, ctes: Map<string, boolean>): boolean {
    const [kind, body] = Object.entries(node)[0] as [string, Node];
    const known = this.withClause(body.withClause, outer, ctes);
    if (kind === 'SelectStmt') return this.select(body, outer, known);
    if (kind === 'InsertStmt') return this.insert(body, outer, known);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.change(body, outer, known);
    return false;
  }

  private withClause(
    clause: Node | undefined,
    outer: Scope | null,
    ctes: Map<string, boolean>,
  ): Map<string, boolean> {
    const known = new Map(ctes);
    for (const { CommonTableExpr: cte } of (clause?.ctes ?? []) as Node[]) {
      // a recursive one stands on its first part, which is read before it is known
      if (clause?.recursive) known.set(cte.ctename, true);
      known.set(cte.ctename, this.statement(cte.ctequery, outer, known));
    }
    return known;
  }

  private select(body: Node, outer: Scope | null, ctes: Map<string, boolean>): boolean {
    if (body.op && body.op !== 'SETOP_NONE') {
      const parts = [body.larg, body.rarg].map((part: Node) =>
        this.statement({ SelectStmt: part }, outer, ctes),
      );
      return parts.every(Boolean);
    }
    const scope: Scope = { sources: new Map(), outer };
    const pairs: Pair[] = [];
    const mentions = this.from((body.fromClause ?? []) as Node[], scope, pairs, ctes);
    pairs.push(...equalities(body.whereClause));
    this.settle(scope, pairs, mentions);
    for (const part of [
      'targetList',
      'whereClause',
      'havingClause',
      'sortClause',
      'groupClause',
      'limitCount',
      'limitOffset',
      'valuesLists',
      'windowClause',
    ])
      this.inner(body[part], scope, ctes);
    this.inner(body.fromClause, scope, ctes);
    return this.givesBound((body.targetList ?? []) as Node[], scope);
  }

  private insert(body: Node, outer: Scope | null, ctes: Map<string, boolean>): boolean {
    const table = body.relation.relname as string;
    const place = ((body.cols ?? []) as Node[]).findIndex(({ ResTarget }) => ResTarget.name === 'org_id');
    const source = body.selectStmt?.SelectStmt as Node | undefined;
    const rows = (source?.valuesLists ?? []) as Node[];
    let bound =
      rows.length > 0 && rows.every((row) => isValue((row.List?.items as Node[] | undefined)?.[place]));
    if (source && rows.length === 0) {
      const given = this.statement({ SelectStmt: source }, outer, ctes);
      bound = given || isValue((source.targetList as Node[] | undefined)?.[place]?.ResTarget?.val);
    } else this.inner(source, { sources: new Map(), outer }, ctes);
    const scope: Scope = {
      sources: new Map([[body.relation.alias?.aliasname ?? table, { table, bound }]]),
      outer,
    };
    if (this.tenant.has(table)) {
      this.named.push(table);
      if (!bound) this.loose.push(table);
    }
    this.inner(body.onConflictClause, scope, ctes);
    if (this.tenant.has(table)) this.noteChanges(body.onConflictClause);
    this.inner(body.returningClause ?? body.returningList, scope, ctes);
    return bound;
  }

  private change(body: Node, outer: Scope | null, ctes: Map<string, boolean>): boolean {
    const scope: Scope = { sources: new Map(), outer };
    const pairs: Pair[] = [];
    const others = (body.fromClause ?? body.usingClause ?? []) as Node[];
    const mentions = this.from([{ RangeVar: body.relation }, ...others], scope, pairs, ctes);
    pairs.push(...equalities(body.whereClause));
    this.settle(scope, pairs, mentions);
    for (const part of [body.targetList, body.whereClause, others, body.returningClause, body.returningList])
      this.inner(part, scope, ctes);
    if (this.tenant.has(body.relation.relname as string))
      this.noteChanges([body.targetList, body.whereClause]);
    const returned = (body.returningClause?.exprs ?? body.returningList ?? []) as Node[];
    return this.givesBound(returned, scope);
  }

  private noteChanges(node: unknown): void {
    if (Array.isArray(node)) for (const one of node) this.noteChanges(one);
    else if (node && typeof node === 'object')
      for (const [kind, part] of Object.entries(node as Node)) {
        if (kind === 'ResTarget' && part.name) this.changes.push(part.name as string);
        if (kind === 'FuncCall') this.functions.push((part.funcname as Node[]).at(-1)!.String.sval as string);
        if (kind !== 'SubLink') this.noteChanges(part);
      }
  }

  /** Takes in what a FROM names; gives the aliases of tenant tables. */
  private from(items: Node[], scope: Scope, pairs: Pair[], ctes: Map<string, boolean>): string[] {
    return items.flatMap((item) => {
      if (item.JoinExpr) {
        const { larg, rarg, quals } = item.JoinExpr;
        const found = this.from([larg, rarg], scope, pairs, ctes);
        pairs.push(...equalities(quals));
        return found;
      }
      if (item.RangeVar) {
        const { relname, schemaname, alias } = item.RangeVar;
        const name = (alias?.aliasname ?? relname) as string;
        const cte = schemaname ? undefined : ctes.get(relname as string);
        if (cte !== undefined) {
          scope.sources.set(name, { table: null, bound: cte });
          return [];
        }
        const isTenant = this.tenant.has(relname as string) && (schemaname ?? 'public') === 'public';
        scope.sources.set(name, { table: isTenant ? (relname as string) : null, bound: false });
        return isTenant ? [name] : [];
      }
      if (item.RangeSubselect) {
        const { subquery, alias, lateral } = item.RangeSubselect;
        const bound = this.statement(subquery, lateral ? scope : scope.outer, ctes);
        scope.sources.set((alias?.aliasname ?? '') as string, { table: null, bound });
      }
      return [];
    });
  }

  /** Which sources are tied to a value, by themselves or by others that are. */
  private settle(scope: Scope, pairs: Pair[], mentions: string[]): void {
    const ofOrganization = (node: Node | undefined): Source | null => {
      const fields = fieldsOf(node);
      if (fields.at(-1) !== 'org_id') return null;
      if (fields.length === 1) return scope.sources.size === 1 ? [...scope.sources.values()][0]! : null;
      for (let at: Scope | null = scope; at; at = at.outer) {
        const source = at.sources.get(fields.at(-2)!);
        if (source) return source;
      }
      return null;
    };
    for (let changed = true; changed;) {
      changed = false;
      for (const [left, right] of pairs) {
        const [one, other] = [ofOrganization(left), ofOrganization(right)];
        for (const [source, against, value] of [
          [one, other, right],
          [other, one, left],
        ] as const)
          if (source && !source.bound && (against?.bound || isValue(value))) {
            source.bound = true;
            changed = true;
          }
      }
    }
    for (const name of mentions) {
      const source = scope.sources.get(name)!;
      this.named.push(source.table!);
      if (!source.bound) this.loose.push(source.table!);
    }
  }

  /** Whether the column `org_id` of a list of results, if there is one, is of one organization. */
  private givesBound(targets: Node[], scope: Scope): boolean {
    return targets.some(({ ResTarget: target }) => {
      const fields = fieldsOf(target?.val);
      if (target?.name === 'org_id' && isValue(target.val)) return true;
      const of = (alias: string | undefined) =>
        alias === undefined ? [...scope.sources.values()] : [scope.sources.get(alias)];
      if (fields.at(-1) !== 'org_id' && fields.at(-1) !== '*') return false;
      return of(fields.at(-2)).every((source) => source?.bound);
    });
  }

  /** Reads statements inside expressions. */
  private inner(node: unknown, scope: Scope, ctes: Map<string, boolean>): void {
    if (Array.isArray(node)) for (const one of node) this.inner(one, scope, ctes);
    else if (node && typeof node === 'object') {
      const { SubLink: link, RangeSubselect: seen, ...rest } = node as Node;
      if (seen) return;
      if (link) {
        this.statement(link.subselect, scope, ctes);
        this.inner(link.testexpr, scope, ctes);
      }
      for (const part of Object.values(rest)) this.inner(part, scope, ctes);
    }
  }
}

/**
 * @param parsed what libpg-query makes of one text
 * @param tenant names of tenant tables
 */
export function readStatements(parsed: { stmts?: Node[] }, tenant: ReadonlySet<string>): Reading {
  const reader = new Reader(tenant);
  for (const { stmt } of parsed.stmts ?? []) if (stmt) reader.statement(stmt as Node, null, new Map());
  const { named, loose, changes, functions } = reader;
  return { named, loose, changes, functions };
}
