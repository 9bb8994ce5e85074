import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import {
  keyOf,
  noteToasts,
  wanted,
  type Answer,
  type Config,
  type Question,
  type Report,
} from './assessment.ts';
import { handOver, makeAdministrator, openedFile, type Calls } from '../calls.ts';
import { arrives, picture, reads, refuseAnalytics, startJourney, type Visit } from '../journey.ts';
import { enter, headingAfter } from '../crawl/keyboard.ts';
import { tabTo } from '../steps.ts';
import { until } from '../world.ts';

vi.setConfig({ testTimeout: 180_000 });

const journey = startJourney();

describe('somebody without a mouse takes the whole assessment', () => {
  let calls: Calls;
  let visit: Visit;
  let page: Page;
  let config: Config;
  /** Questions by their text. */
  const questions = new Map<string, Question>();
  const percents: number[] = [];
  const interludes: string[] = [];
  let heading = '';
  let asked = 0;

  beforeAll(async () => {
    calls = await makeAdministrator(journey.portal, 'keys@harbor-lamps.com');
    ({ data: config } = (await calls.get<{ data: Config }>('/zimm/assessmentConfig')).body);
    for (const { steps } of config.elements)
      for (const { questions: four } of steps)
        for (const question of four) questions.set(question.text, question);
    visit = await journey.visit({ keep: true });
    page = visit.page;
    await handOver(calls, visit.context, journey.portal.url);
    await visit.context.addInitScript(refuseAnalytics);
    await visit.context.addInitScript(noteToasts);
  }, 120_000);

  const heard = async (): Promise<string[]> =>
    JSON.parse(await page.evaluate<string>(`sessionStorage.getItem('said') ?? '[]'`));
  const percentNow = async () =>
    Number(await page.getByRole('progressbar', { name: 'Questions answered' }).getAttribute('aria-valuenow'));
  const question = () => questions.get(heading);

  /** On to the next heading; pages between questions are read and left with their button. */
  async function arrive(): Promise<void> {
    heading = await headingAfter(page, heading);
    for (let shown = between(); shown; shown = between()) {
      interludes.push(shown.trigger);
      await enter(page, page.getByRole('button', { name: shown.button }));
      if (shown.trigger === 'all-done') return;
      heading = await headingAfter(page, heading);
    }
    const id = question()?.id;
    expect(id, heading).toBeDefined();
    await arrives(page, `/cybermaturity/assessment/${id}`);
    percents.push(await percentNow());
  }
  const between = () => config.interstitials.find(({ title }) => title === heading);

  async function answer(given: Answer): Promise<void> {
    await page.keyboard.press(keyOf(question()!, given, asked++ % 2 === 0));
    await page.keyboard.press('Enter');
    await arrive();
  }

  /** Answers until this question is on the screen. */
  async function answerUpTo(id: string | null): Promise<void> {
    while (question() && question()!.id !== id) await answer(wanted(question()!.id));
    expect(question()?.id ?? null).toBe(id);
  }

  test('from the button of the dashboard to the first question; “not sure” offers help and holds up nothing', async () => {
    await page.goto('/dashboard');
    await enter(page, page.getByRole('link', { name: 'Start Assessment' }).last());
    await arrive();
    expect(interludes).toEqual(['welcome', 'before:people']);
    expect(question()!.id).toBe('leadership-1-key');
    await page.keyboard.press('u');
    const ask = page.getByRole('button', { name: 'Ask Cyber Concierge' });
    await enter(page, ask);
    await reads(page.getByRole('dialog'), 'Contact Cyber Concierge');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await arrive();
    expect(question()!.id).toBe('leadership-1-coverage');
  });

  test('goes back and changes an answer, says why one does not apply, and asks what a word means', async () => {
    await answerUpTo('awareness-1-evidence');
    expect(interludes.at(-1)).toBe('first-failed-step');
    await page.keyboard.press('Backspace');
    await arrive();
    expect(question()!.id).toBe('awareness-1-coverage');
    const pressed = page.getByRole('button', { pressed: true });
    await expect.poll(() => pressed.textContent()).toContain('None');
    await page.keyboard.press('m');
    await expect.poll(() => pressed.textContent()).toContain('Most');
    await page.keyboard.press('Enter');
    await arrive();
    expect(question()!.id).toBe('awareness-1-evidence');

    await page.keyboard.press('x');
    const note = page.getByRole('textbox', { name: 'Why does this not apply to your company?' });
    await expect
      .poll(() => note.evaluate((field: any) => field === field.ownerDocument.activeElement))
      .toBe(true);
    await enter(page, page.getByRole('button', { name: 'Next' }));
    await reads(page, 'Please say in a sentence why this does not apply.');
    await expect
      .poll(() => note.evaluate((field: any) => field === field.ownerDocument.activeElement))
      .toBe(true);
    await page.keyboard.type('No one was hired in the past three years.');
    await picture(page, 'maturity-note');
    await enter(page, page.getByRole('button', { name: 'Next' }));
    await arrive();
    expect(question()!.id).toBe('awareness-1-upkeep');
    const { data } = (await calls.get<{ data: { questions: Record<string, object> } }>('/zimm/assessment'))
      .body;
    expect(data.questions['awareness-1-coverage']).toMatchObject({ answer: 'mostly' });
    expect(data.questions['awareness-1-evidence']).toMatchObject({
      answer: 'notApplicable',
      note: 'No one was hired in the past three years.',
    });

    const word = page.getByRole('button', { name: 'phishing', exact: true });
    await enter(page, word);
    await reads(page, /^Phishing/);
    await picture(page, 'maturity-word');
    await page.keyboard.press('Escape');
    await expect.poll(() => word.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('?');
    await reads(page.getByRole('dialog', { name: 'Keyboard shortcuts' }), 'Previous answer');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Enter would press the word again, which has the focus
    await page.keyboard.press(keyOf(question()!, 'no', true));
    await enter(page, page.getByRole('button', { name: 'Next' }));
    await arrive();
  });

  test('goes on at the very question after a reload, and from the dashboard', async () => {
    await answerUpTo('backup-2-evidence');
    const before = await percentNow();
    await page.reload();
    heading = '';
    await arrive();
    expect([question()!.id, await percentNow()]).toEqual(['backup-2-evidence', before]);
    await page.goto('/dashboard');
    await enter(page, page.getByRole('link', { name: 'Finish Assessment' }).last());
    heading = '';
    await arrive();
    expect([question()!.id, await percentNow()]).toEqual(['backup-2-evidence', before]);
  });

  test('reaches the end: each area is praised once, the percents only rose, and the report begins with the weakest', async () => {
    await answerUpTo(null);
    await arrives(page, '/cybermaturity/report');
    expect(await heard()).toEqual(
      ['People', 'Process', 'Technology'].map(
        (area) => `Congrats! You completed the Security Area: ${area}.`,
      ),
    );
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(interludes).toEqual([
      'welcome',
      'before:people',
      'first-failed-step',
      'area-done:people',
      'before:process',
      'area-done:process',
      'before:technology',
      'area-done:technology',
      'all-done',
    ]);
    await reads(page, 'Exposed');
    await reads(page, /are your weakest points and should be addressed first/);
    const { elements } = (await calls.get<{ data: Report }>('/zimm/report')).body.data;
    const first = page.getByRole('group').filter({ hasText: 'To level' });
    await expect
      .poll(() =>
        first.evaluateAll((all: any[]) => all.map((one) => one.querySelector('summary').textContent)),
      )
      .toEqual(
        elements
          .toSorted((a, b) => a.level - b.level)
          .map(({ title, level }) => expect.stringMatching(new RegExp(`${title}.*To level ${level + 1}`))),
      );
    expect(elements.filter(({ level }) => level > 0).map(({ id, level }) => [id, level])).toEqual([
      ['risk', 1],
      ['backup', 3],
    ]);
    await picture(page, 'maturity-report');
  });

  test('plans the first step with owner and day, and takes the report along', async () => {
    await tabTo(page, page.getByLabel('Owner').first(), 150);
    await page.keyboard.type('Ben Ferry');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12/15/2026');
    await page.keyboard.press('Tab');
    const tasks = async () => {
      const { elements } = (await calls.get<{ data: Report }>('/zimm/report')).body.data;
      return elements.flatMap(({ next }) => next?.actions ?? []).flatMap(({ task }) => task ?? []);
    };
    await expect
      .poll(tasks)
      .toEqual([{ questionId: 'leadership-1-key', owner: 'Ben Ferry', due: '2026-12-15', done: false }]);
    const download = page.getByRole('link', { name: 'Download PDF' });
    await page.reload();
    await download.waitFor();
    await tabTo(page, download, 150);
    const file = await openedFile(page, download, journey.portal.url, () => page.keyboard.press('Enter'));
    expect(file.name).toMatch(/^Harbor_CyberMaturity_\d{4}_\d{2}_\d{2}\.pdf$/);
    const pdf = await readPdf(file.bytes);
    const text = pdf.text.replaceAll(/\s+/g, ' ');
    const missing = [
      'Harbor Lamps LLC',
      'Exposed',
      'Ben Ferry',
      'Dec 15, 2026',
      ...config.elements.map(({ title }) => title),
    ].filter((words) => !text.includes(words));
    expect({
      missing,
      tagged: pdf.tagged,
      named: pdf.title !== '',
      lang: pdf.lang,
      inside: pdf.rightmost < 595,
    }).toEqual({
      missing: [],
      tagged: true,
      named: true,
      lang: 'en-US',
      inside: true,
    });
  });

  /** Opens a question by its address, gives another answer, and reads the element’s line of the report. */
  async function levelAfter(id: string, given: Answer, title: string, level: number): Promise<void> {
    await page.goto(`/cybermaturity/assessment/${id}`);
    heading = await headingAfter(page, '');
    expect(question()?.id).toBe(id);
    await page.keyboard.press(keyOf(question()!, given, true));
    await reads(page.locator('output'), 'Saved');
    await until('the answer to be known', async () => {
      const { data } = (
        await calls.get<{ data: { questions: Record<string, { answer: string }> } }>('/zimm/assessment')
      ).body;
      return data.questions[id]?.answer === given;
    });
    await page.goto('/cybermaturity/report');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title }) });
    await expect
      .poll(() => row.getByRole('cell').first().innerText())
      .toMatch(new RegExp(`Level\\s*${level}$`));
  }

  test('an answer changed for the worse lowers the level, for the better raises it, and back is as before', async () => {
    await levelAfter('backup-2-key', 'no', 'Backup & Recovery', 1);
    await levelAfter('backup-2-key', 'yes', 'Backup & Recovery', 3);
    await levelAfter('risk-2-key', 'yes', 'Risk & Policy', 2);
    // the next level has questions of its own
    await page.getByRole('link', { name: 'Finish Assessment' }).waitFor();
    await levelAfter('risk-2-key', 'no', 'Risk & Policy', 1);
    await reads(page, /are your weakest points and should be addressed first/);
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });
});
