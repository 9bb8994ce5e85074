import { describe, expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { readCustomText } from '../texts/customText.ts';
import { renderPack } from './packPdf.ts';
import { brand, customPolicy, expectedText, filledTemplate, now, squeezed } from '../testing/policyPdf.ts';
import { renderPolicy, type PolicyOnPaper } from './policyPdf.write.ts';
import { policyTemplates } from '../templates/templates.ts';

const organization = 'Smith & Sons <Widgets>, Inc.';
const render = (policy: PolicyOnPaper): Promise<Buffer> => renderPolicy({ brand, organization, policy, now });
const read = async (policy: PolicyOnPaper) => readPdf(await render(policy));
const templates = [...policyTemplates().values()];
const passwords = templates.find(({ id }) => id === 'passwords')!;

describe.each(templates.map((template) => [template.id, template] as const))(
  '%s on paper',
  (_id, template) => {
    test.each(['approved', 'draft'] as const)(
      'says all of its %s text in order, and nothing of the machine',
      async (standing) => {
        const policy = filledTemplate(template, standing);
        const pdf = await read(policy);
        const said = squeezed(pdf.marked.join(''));
        const expected = squeezed(expectedText(policy.blocks));
        expect(expected.length).toBeGreaterThan(5000);
        expect(said).toContain(expected);
        expect(pdf.text).not.toMatch(/\{\{|\}\}|\[object|undefined|null|NaN|\u25a1/);
        expect(pdf.pages.length).toBeGreaterThanOrEqual(2);
        // the text itself takes four pages at most; what it maps to and who approved it may follow
        const end = expected.slice(-25);
        expect(pdf.pages.findIndex((page) => squeezed(page).includes(end))).toBeLessThanOrEqual(3);
        expect(pdf.pages.length).toBeLessThanOrEqual(5);
        expect(pdf.rightmost).toBeLessThanOrEqual(612 - 54 + 0.5);
        const sections = policy.blocks.filter((block) => block.kind === 'heading' && block.level === 1);
        expect(pdf.bookmarks.map(({ title }) => title)).toEqual([
          ...sections.map((block) =>
            block.kind === 'heading' ? `${block.number} ${block.spans[0]!.text}` : '',
          ),
          'Where this policy fits',
          'Approval',
        ]);
      },
    );
  },
);

test('a file is tagged, named, in a language, with its own fonts, and the same each time', async () => {
  const policy = filledTemplate(passwords);
  const bytes = await render(policy);
  expect((await render(policy)).equals(bytes)).toBe(true);
  const pdf = await readPdf(bytes);
  expect(pdf).toMatchObject({
    tagged: true,
    lang: 'en-US',
    title: 'Passwords & Sign-in, version 2',
    author: 'Harbor Cyber Safety',
  });
  expect(pdf.xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
  const roles = new Set(pdf.roles.flat());
  for (const role of ['H1', 'H2', 'H3', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD'])
    expect(roles).toContain(role);
  const raw = bytes.toString('latin1');
  expect(raw.match(/\/FontFile2 /gu)?.length).toBe(raw.match(/\/Type \/FontDescriptor/gu)?.length);
  expect(raw).not.toMatch(/Helvetica|\/Type1\b/u);
});

test('no name is so long that it hides who recorded the approval', async () => {
  const policy = {
    ...filledTemplate(passwords),
    approver: 'Long Name '.repeat(12).trim(),
    recordedBy: 'Ada Vance',
    recordedByEmail: 'a@b.co',
  };
  const flat = (page: string | undefined) => page!.replaceAll(/\s+/g, ' ');
  const { pages } = await read(policy);
  expect(flat(pages[0])).toMatch(/Approved Mar 2, 2026 by Long Name [^·]{1,40}, recorded by Ada Vance/);
  expect(flat(pages.at(-1))).toContain(policy.approver);
  const pack = await readPdf(await renderPack({ brand, organization, policies: [policy], now }));
  expect(flat(pack.pages[0])).toMatch(/Long Name, recorded by Ada Vance/);
});

test('an approved version says who approved it, when in Pacific time, and the fingerprint of its text', async () => {
  const pdf = await read(filledTemplate(passwords));
  const last = pdf.pages.at(-1)!.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Ada Vance',
    'ada@acme-widgets.com',
    'Mar 2, 2026, 5:30 PM PST',
    '0123456789abcdef'.repeat(4),
    'Mar 2, 2027',
  ])
    expect(last).toContain(part);
  expect(pdf.pages[0]).toContain('In force');
  expect(pdf.text).not.toContain('DRAFT');
  expect(pdf.text).toMatch(/NIST Cybersecurity Framework 2\.0, outcomes\s*PR\.AA-01/);
  for (const page of pdf.pages) expect(page).toContain('A starting point, not legal advice');
});

test('a draft says so on every page, aloud only where it is said in words, and leaves room to sign', async () => {
  const pdf = await read(filledTemplate(passwords, 'draft'));
  expect(pdf.pages.every((page) => page.includes('DRAFT'))).toBe(true);
  expect(pdf.marked.join(' ')).not.toContain('DRAFT');
  expect(pdf.pages[0]).toContain('Draft');
  expect(pdf.pages.at(-1)).toMatch(/Name[^]*Title[^]*Signature[^]*Date/);
  expect(pdf.pages[1]).toMatch(/version 2, draft/);
  expect(pdf.text).not.toContain('SHA-256');
});

test('a version that was replaced does not pass for the one in force', async () => {
  const pdf = await read({ ...filledTemplate(passwords), inForce: false });
  expect(pdf.pages[0]).toContain('Replaced by a newer version');
  expect(pdf.pages[1]).toContain('replaced by a newer version');
  expect(pdf.text).not.toContain('In force');
});

describe('a custom policy', () => {
  const rough = '<script>alert(1)</script>{{companyName}} \u202etxt.exe \u0007 (\\) %%EOF endobj /JavaScript';

  test('keeps every word of a hostile text, and runs off no page', async () => {
    const html = `<h1>${rough}</h1><p>${'unbroken'.repeat(900)}</p><p><a href="javascript:alert(1)">bad</a> <a href="https://acme-widgets.com/a?b=1">good</a></p>
      <blockquote><p>${'quoted words '.repeat(900)}</p></blockquote>
      <table><tr>${'<td>cell</td>'.repeat(12)}</tr><tr><td>${'tall cell '.repeat(1500)}</td></tr></table>
      ${'<ul><li>deep '.repeat(12)}${'</li></ul>'.repeat(12)}<hr><ol>${'<li>point</li>'.repeat(150)}</ol>`;
    const policy = customPolicy(`Own ${rough}`, readCustomText(html));
    const bytes = await render(policy);
    const pdf = await readPdf(bytes);
    const said = squeezed(pdf.marked.join('')).replaceAll('\u25a1', '');
    for (const [word, times] of [
      ['unbroken', 900],
      ['quotedwords', 900],
      ['tallcell', 1500],
      ['point', 150],
    ] as const)
      expect(said.split(word).length - 1, word).toBe(times);
    expect(pdf.rightmost).toBeLessThanOrEqual(612 - 54 + 0.5);
    expect(pdf.links).toEqual(['https://acme-widgets.com/a?b=1']);
    expect(pdf.text).not.toContain('\u202e');
    // as a word of the title it may stand there, as an action not
    expect(/\/S \/(JavaScript|Launch)|\/OpenAction/.exec(bytes.toString('latin1'))).toBeNull();
    expect(pdf.text).not.toContain('not legal advice');
  });

  test('keeps a single run of text longer than what the kit takes at once', async () => {
    const words = Array.from({ length: 6000 }, (_, index) => `word${index}`);
    const pdf = await read(customPolicy('Long', [{ kind: 'paragraph', spans: [{ text: words.join(' ') }] }]));
    expect(squeezed(pdf.marked.join(''))).toContain(words.join(''));
  });

  test('is a page also when it says nothing', async () => {
    const pdf = await read(customPolicy('Empty', []));
    expect([pdf.pages.length, pdf.pages[0]?.includes('Approval')]).toEqual([1, true]);
  });
});

describe('all policies in one document', () => {
  const pack = (policies: PolicyOnPaper[]) => renderPack({ brand, organization, policies, now });

  test('begins with a cover and contents whose page numbers are right, each policy on a page of its own', async () => {
    const policies = [
      ...templates.slice(0, 4).map((template) => filledTemplate(template)),
      customPolicy('Drones & kites', readCustomText('<h1>Flying</h1><p>Low.</p>')),
    ];
    const pdf = await readPdf(await pack(policies));
    expect(pdf).toMatchObject({ tagged: true, title: `Security policies of ${organization}` });
    expect(pdf.pages[0]).toMatch(/Security policies[^]*Smith & Sons[^]*Nov 20, 2026[^]*5/);
    expect(pdf.bookmarks.map(({ title }) => title)).toEqual([
      'Contents',
      ...policies.map(({ name }) => name),
    ]);
    expect(pdf.bookmarks[1]!.items.slice(0, 2)).toEqual(['1 Purpose', '2 Who it applies to']);
    // the numbers are written when everything stands, so they come after the names
    const numbers = /Drones & kites((?: \d+)+)/
      .exec(pdf.pages[1]!.replaceAll(/\s+/g, ' '))![1]!
      .trim()
      .split(' ')
      .map(Number);
    expect(numbers).toHaveLength(policies.length);
    for (const [index, { name, blocks }] of policies.entries()) {
      const page = pdf.pages[numbers[index]! - 1]!;
      expect(page, name).toMatch(new RegExp(`^${name}\\s+In force\\s+Version \\d`));
      expect(squeezed(pdf.marked.join(''))).toContain(squeezed(expectedText(blocks)));
    }
  });

  test('lets others work in between', async () => {
    const policies = templates.map((template) => filledTemplate(template));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await pack(policies);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(policies.length / 2);
  });
});
