import { describe, expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { maturityModel } from './model.ts';
import { sampleReport } from './testing/reportPdf.ts';
import { renderMaturityReport, type MaturityReportInput } from './reportPdf.ts';
import { answersTo, elementIds, openAssessment, wholeAssessment } from './testing/assessment.ts';

const read = async (input: MaturityReportInput) => readPdf(await renderMaturityReport(input));
const flat = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ');
const questionOf = (id: string) => maturityModel().questions.get(id)!.question;

describe('page one', () => {
  test('says whose report it is, of when, and the level against the target', async () => {
    const page = flat((await read(sampleReport({ target: 3 }))).pages[0]);
    for (const words of [
      'Cyber maturity report',
      'Smith & Sons Lighting, Inc.',
      'As of Nov 20, 2026 · answers last changed Nov 18, 2026',
      'Level 1, Starting. The company is 2 levels below its target.',
      'The weakest elements are Supplier Security and Backup & Recovery',
      'Northgate Mutual Insurance Group',
      'Page 1 of',
    ])
      expect(page).toContain(words);
  });

  test.each<[string, MaturityReportInput, string]>([
    [
      'at its target',
      sampleReport({ answers: wholeAssessment({}, 2) }),
      'Level 2, Basic. The target of level 2 is reached.',
    ],
    [
      'one below',
      sampleReport({ answers: wholeAssessment({ data: 1 }, 3) }),
      'Level 1, Starting. The company is 1 level below its target.',
    ],
    [
      'one weak element',
      sampleReport({ answers: wholeAssessment({ data: 1 }, 3) }),
      'The weakest element is Data Protection: it alone keeps',
    ],
    [
      'everywhere at the top',
      sampleReport({ answers: wholeAssessment({}, 5) }),
      'Every element is at the highest level.',
    ],
    [
      'in progress',
      sampleReport({ answers: answersTo('leadership', 3) }),
      '1 of 15 elements finished, and 5% of the questions are answered.',
    ],
    [
      'in progress',
      sampleReport({ answers: answersTo('leadership', 3) }),
      'The overall level stays at 0 until every element has a level of its own.',
    ],
    [
      'with nothing finished',
      sampleReport({ answers: answersTo('leadership', 3).slice(0, 6) }),
      'The assessment has started: 2% of the questions are answered.',
    ],
    ['with nothing answered', sampleReport({ answers: [] }), 'The assessment is at its very beginning.'],
    [
      'with answers to look through',
      { ...sampleReport(), reconfirm: true },
      'The questions have changed since they were answered.',
    ],
  ])('tells a company %s', async (_what, input, sentence) => {
    expect(flat((await read(input)).pages[0])).toContain(sentence);
  });

  test('carries the chart of all elements together with its heading', async () => {
    for (const answers of [wholeAssessment({}, 2), elementIds('people').flatMap((id) => answersTo(id, 2))]) {
      const { pages } = await read(sampleReport({ answers }));
      const page = pages.find((one) => one.includes('Level of each element'));
      expect(flat(page)).toContain('Logging & Detection');
    }
  });

  test('describes the drawing of levels for those who cannot see it', async () => {
    const { alts } = await read(
      sampleReport({ answers: [...answersTo('leadership', 3), ...answersTo('awareness', 0)] }),
    );
    expect(alts.find((alt) => alt.startsWith('Level of each element'))).toMatch(
      /with the target at 2\. Leadership & Ownership: 3 Established\. Awareness & Training: 0 Exposed\. Joiners, Movers & Leavers: Not finished\./,
    );
  });
});

describe('the pages behind', () => {
  test('give the weakest elements with the way to their next level: who, until when, how long', async () => {
    const tasks = [
      { questionId: 'backup-2-key', owner: 'Bo Lind', due: toDay('2026-12-01'), done: false },
      { questionId: 'backup-2-coverage', owner: '', due: null, done: true },
    ];
    const { pages, bookmarks } = await read(sampleReport({ tasks }));
    const text = flat(pages.slice(1).join(' '));
    expect(bookmarks.find(({ title }) => title === 'Fix these first')?.items).toEqual([
      'Supplier Security',
      'Backup & Recovery',
    ]);
    const element = maturityModel().config.elements.find(({ id }) => id === 'backup')!;
    for (const words of [
      element.why,
      element.steps[1]!.summary,
      questionOf('backup-2-key').action,
      questionOf('backup-2-key').text,
      'Bo Lind Due Dec 1, 2026',
      'No one yet',
      'Done',
    ])
      expect(text).toContain(flat(words));
    expect(text).not.toContain(questionOf('backup-3-key').action);
  });

  test('list all elements, the method in words and no claim to be an audit', async () => {
    const { text, bookmarks } = await read(sampleReport());
    for (const { title } of maturityModel().config.elements) expect(flat(text)).toContain(title);
    expect(flat(text)).toContain('three quarters');
    expect(flat(text)).toContain('It is not an audit, a certification, or legal advice');
    expect(bookmarks.map(({ title }) => title)).toEqual([
      'Level of each element',
      'Contents',
      'Fix these first',
      'All elements',
      'Answers marked not applicable',
      'How the level is calculated',
    ]);
  });

  test('show the level over time once there are two days', async () => {
    const snapshots = [
      {
        day: toDay('2026-11-18'),
        overallLevel: 1,
        assessmentStatus: 'completed' as const,
        levels: { backup: 1 },
      },
      {
        day: toDay('2026-08-15'),
        overallLevel: 0,
        assessmentStatus: 'completed' as const,
        levels: { backup: 0 },
      },
    ];
    const { alts, text } = await read(sampleReport({ snapshots }));
    expect(alts).toContain('Overall level over time. Aug 15, 2026: 0. Nov 18, 2026: 1.');
    expect(flat(text)).toContain('Backup & Recovery: from level 0 to level 1');
    expect((await read(sampleReport({ snapshots: snapshots.slice(1) }))).text).not.toContain(
      'Level over time',
    );
    const open = snapshots.map((day) => ({ ...day, assessmentStatus: 'notCompleted' as const }));
    expect((await read(sampleReport({ snapshots: open }))).text).not.toContain('Level over time');
  });

  test('quote what was left out with its reason, harmlessly however it is written', async () => {
    const hostile = `<script>alert(1)</script> \u202etxt ${'x'.repeat(900)}`;
    const { text, rightmost, lowest } = await read({
      ...sampleReport({ companyName: '</x> & "Co" \u0000' }),
      notApplicable: [{ element: 'Device Protection', level: 2, text: 'Is there one?', note: hostile }],
    });
    expect(flat(text)).toContain('<script>alert(1)</script>');
    expect(text).not.toContain('\u202e');
    expect(rightmost).toBeLessThanOrEqual(612 - 50);
    expect(lowest).toBeGreaterThan(20);
  });
});

test('is tagged, titled and the same each time', async () => {
  const report = await read(sampleReport());
  expect(report).toMatchObject({
    tagged: true,
    title: 'Cyber maturity report: Smith & Sons Lighting, Inc.',
    author: 'Northgate Mutual Insurance Group',
    lang: 'en-US',
  });
  expect(report.roles[0]).toEqual(expect.arrayContaining(['H1', 'H2', 'Figure', 'P', 'L']));
  expect(report.roles.flat()).toEqual(expect.arrayContaining(['TOC', 'Table', 'TH', 'TD']));
  expect(report.links).toContain('mailto:support@northgate.example');
  expect(
    (await renderMaturityReport(sampleReport())).equals(await renderMaturityReport(sampleReport())),
  ).toBe(true);
});

test('is handed out under the name of the rule, with the own answers alone', async () => {
  const { portal, ada, save } = await openAssessment();
  const place = [...maturityModel().questions.values()].find(({ question }) => question.naAllowed)!;
  await save(answersTo(place.element.id, place.level - 1));
  await save({ questionId: place.question.id, answer: 'notApplicable', note: 'Nothing of that kind here.' });
  const { status, headers, body } = await ada.get('/zimm/reportPdf/whatever.pdf');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  expect(headers['content-disposition']).toContain('filename="Acme_CyberMaturity_2026_03_02.pdf"');
  const report = await readPdf(body);
  expect(flat(report.text)).toContain('Nothing of that kind here.');
  expect(report.author).toBe('Cyber Safety');
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const theirs = flat((await readPdf((await eve.get('/zimm/reportPdf/whatever.pdf')).body)).text);
  expect(theirs).toContain('Elsewhere Tools');
  expect(theirs).not.toContain('Nothing of that kind here.');
  expect((await portal.browser().get('/zimm/reportPdf/whatever.pdf')).status).toBe(401);
});
