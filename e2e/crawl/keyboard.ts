import type { Locator, Page } from 'playwright-core';
import { tabTo } from '../steps.ts';
import { until } from '../world.ts';

/** What somebody does who has no mouse. */

/** Goes to a button or link and presses it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await tabTo(page, target, 150);
  await page.keyboard.press('Enter');
}

/** The heading that has the focus once it is another one than before: where each page of the assessment begins. */
export const headingAfter = (page: Page, before: string): Promise<string> =>
  until(`a heading after “${before}”`, async () => {
    const heading = page.locator('h1:focus');
    if ((await heading.count()) !== 1) return null;
    const text = ((await heading.textContent()) ?? '').trim();
    return text !== before && text;
  });
