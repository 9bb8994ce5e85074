import type { Locator, Page } from 'playwright-core';
import type { Exercise, Scenario } from '#modules/training/course.ts';
import { tabTo } from '../steps.ts';

/** How somebody presses things: with a mouse or a finger, or by keys alone. */
export type Hands = {
  press: (target: Locator) => Promise<void>;
  /** A radio button, a box to tick or a switch. */
  tick: (target: Locator) => Promise<void>;
  type: (target: Locator, text: string) => Promise<void>;
};

export const mouse: Hands = {
  press: (target) => target.click(),
  tick: (target) => target.check(),
  type: (target, text) => target.fill(text),
};

/** Whoever has no mouse: Tab leads there, Enter and Space press, arrows choose. */
export const keysOf = (page: Page): Hands => ({
  press: async (target) => {
    await target.waitFor();
    await tabTo(page, target, 200);
    await page.keyboard.press('Enter');
  },
  tick: async (target) => {
    await target.waitFor();
    if ((await target.getAttribute('type')) !== 'radio') {
      await tabTo(page, target, 200);
      await page.keyboard.press('Space');
      return;
    }
    const name = await target.getAttribute('name');
    const group = page.locator(`input[type=radio][name="${name}"]`);
    const checked = group.and(page.locator(':checked'));
    await tabTo(page, (await checked.count()) > 0 ? checked : group.first(), 200);
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 12 && !(await target.isChecked()); presses++)
      await page.keyboard.press('ArrowDown');
  },
  type: async (target, text) => {
    await tabTo(page, target, 200);
    await page.keyboard.type(text);
  },
});

/** Choices that lead from a scene to an end. */
function wayToAnEnd(
  { nodes }: Scenario,
  id: string,
  seen: readonly string[] = [],
): { label: string; note: string }[] | null {
  if (nodes[id]!.end) return [];
  for (const { label, note, to } of nodes[id]!.choices.filter((choice) => !seen.includes(choice.to))) {
    const rest = wayToAnEnd({ nodes } as Scenario, to, [...seen, id]);
    if (rest) return [{ label, note }, ...rest];
  }
  return null;
}

type Item = { right: string; why: string; wrong: { choice: string; why: string } };

/** Does one exercise as a careful person would, who errs in each third item; every answer must show its own reason. */
export async function doExercise(
  page: Page,
  exercise: Exercise,
  { press, tick, type }: Hands,
): Promise<void> {
  const box = page.locator(`#exercise-${exercise.id}`);
  const button = (name: string) => box.getByRole('button', { name, exact: true });
  const says = (why: string) => box.getByText(why).first().waitFor();
  const decide = async (item: Item, at: number): Promise<void> => {
    if (at % 3 === 0) {
      await press(button(item.wrong.choice));
      await says(item.wrong.why);
    }
    await press(button(item.right));
    await says(item.why);
  };
  await box.waitFor();
  switch (exercise.type) {
    case 'triage': {
      const labelOf = (id: string) => exercise.actions.find((one) => one.id === id)!.label;
      for (const [at, item] of exercise.items.entries()) {
        if (at > 0) await press(button('Next message'));
        await box.getByRole('article').getByText(item.body).waitFor();
        const [choice, why] = Object.entries(item.wrong)[0]!;
        await decide(
          { right: labelOf(item.answer), why: item.why, wrong: { choice: labelOf(choice), why } },
          at,
        );
      }
      break;
    }
    case 'sort': {
      const labelOf = (id: string) => exercise.bins.find((one) => one.id === id)!.label;
      const left = new Set(exercise.items);
      for (let at = 0; left.size > 0; at++) {
        // the cards come in an order of their own
        const text = (await box.locator('p[aria-live]').textContent())!.trim();
        const item = [...left].find((one) => one.text.trim() === text)!;
        left.delete(item);
        const [choice, why] = Object.entries(item.wrong)[0]!;
        await decide(
          { right: labelOf(item.bin), why: item.why, wrong: { choice: labelOf(choice), why } },
          at,
        );
      }
      break;
    }
    case 'find':
      for (const spot of exercise.spots) {
        await press(box.getByRole('list').getByRole('button', { name: spot.label, exact: true }));
        await says(spot.why);
      }
      break;
    case 'choose':
      for (const [at, { label, choices }] of exercise.spots.entries()) {
        if (at === 0) await press(box.getByRole('list').getByRole('button', { name: label, exact: true }));
        else await press(button(`Next: ${label}`));
        const right = choices.find((one) => one.right)!;
        const wrong = choices.find((one) => !one.right)!;
        await decide(
          { right: right.text, why: right.why, wrong: { choice: wrong.text, why: wrong.why } },
          at,
        );
      }
      break;
    case 'scenario':
      for (const { label, note } of wayToAnEnd(exercise, exercise.start)!) {
        await press(button(label));
        await says(note);
      }
      await button('Try another way').waitFor();
      break;
    case 'checklist': {
      const variant = exercise.variants.at(-1)!;
      if (exercise.variants.length > 1)
        await tick(box.getByRole('radio', { name: variant.label, exact: true }));
      for (const item of variant.items) {
        await tick(box.getByRole('switch', { name: item.label, exact: true }));
        await says(item.why);
      }
      break;
    }
    case 'strength':
      for (const word of ['Summer2024!', 'gravel otter banjo walnut ribbon']) {
        await type(box.getByRole('textbox'), word);
        await press(button('Test it'));
        await says('What you typed is thrown away.');
      }
  }
  await box.getByText('Done', { exact: true }).waitFor();
}
