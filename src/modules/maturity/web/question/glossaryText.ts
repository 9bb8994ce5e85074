/** A word of the glossary as the model has it. */
export type Term = { key: string; term: string; text: string };
/** A stretch of text; with a term where it is explained. */
export type Part = { text: string; term?: Term };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Forms that a term is found by: `Multi-factor authentication (MFA)` by both, `Recovery target (RTO and RPO)` by all three. */
function formsOf({ key, term }: Term): string[] {
  const [, name = term, inside = ''] = /^([^(]*)\(([^)]*)\)/.exec(term) ?? [];
  const short = inside.split(/(?<!\s)\s+(?:and|or)\s+|,\s*/).filter((word) => /^[A-Z]{2,}$/.test(word));
  return [name.trim(), key.replaceAll('-', ' '), key, ...short].filter((form) => form.length > 1);
}

const patternOf = (term: Term) => {
  const forms = [...new Set(formsOf(term))]
    .sort((a, b) => b.length - a.length)
    .map((form) => escaped(form).replace(/[\s-]+/g, '[\\s-]'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?:es|s)?(?![\\p{L}\\p{N}])`, 'iu');
};

/** Cuts a text at the first place of each term; terms that do not stand in it are in `missing`. */
export function explain(text: string, terms: readonly Term[]): { parts: Part[]; missing: Term[] } {
  let parts: Part[] = [{ text }];
  const missing: Term[] = [];
  for (const term of terms) {
    const pattern = patternOf(term);
    const at = parts.findIndex((part) => !part.term && pattern.test(part.text));
    if (at === -1) {
      missing.push(term);
      continue;
    }
    const whole = parts[at]!.text;
    const { index, 0: word } = pattern.exec(whole)!;
    const cut: Part[] = [
      { text: whole.slice(0, index) },
      { text: word, term },
      { text: whole.slice(index + word.length) },
    ];
    parts = [...parts.slice(0, at), ...cut.filter((part) => part.text), ...parts.slice(at + 1)];
  }
  return { parts, missing };
}
