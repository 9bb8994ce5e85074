import type { Page } from 'playwright-core';
import { sampleValue } from '../points/fields.ts';
import type { PageForm } from '#probes/web/form.ts';
import { saysHarm } from '../harm/controls.ts';
import type { Control, FormSketch } from './controls.mjs';
import { fill, listControls, listForms, press, submit } from './controls.mjs';
import { atMost } from './waiting.ts';

/** Uses a page as a curious visitor does who does no harm. Where it leads to is read from its traffic, not from here. */

export type ExploreInput = {
  page: Page;
  /** A form that may be sent. */
  mayForm: (form: PageForm) => boolean;
  /** Forms may be sent that are not plain questions. */
  mayChange: boolean;
  /** Resolves when the page is quiet again, or soon. */
  quiet: () => Promise<void>;
  /** Opens the page anew, as it was in the beginning. */
  again: () => Promise<void>;
  /** Milliseconds that are left. */
  left: () => number;
  /** How much the page has shown so far: calls, links and windows. */
  shown: () => number;
  /** Over all pages of the scan: how often pressing something of that kind showed nothing, and which forms were sent. */
  duds: Map<string, number>;
  /** Random name under which the page keeps its elements. */
  keep: string;
};

const most = { clicks: 40, rounds: 12, perKey: 2, fields: 40, again: 3, duds: 3 };

/** Judges what an element says about itself: its text, names, classes and target. */
export function isHarmfulText(words: string): boolean {
  return saysHarm(words);
}

// A page may have replaced what makes the list.
const isSketch = (form: FormSketch | undefined): form is FormSketch =>
  Array.isArray(form?.fields) &&
  typeof form.words === 'string' &&
  typeof form.action === 'string' &&
  typeof form.about === 'string' &&
  Array.isArray(form.parts) &&
  form.parts.every(
    (part) =>
      typeof part?.name === 'string' && typeof part.type === 'string' && typeof part.value === 'string',
  ) &&
  Array.isArray(form.buttons) &&
  form.buttons.every((text) => typeof text === 'string');

/** The form of a page as reading its source would show it. */
const formOf = (sketch: FormSketch, page: string): PageForm => ({
  page,
  action: URL.canParse(sketch.action, page) ? new URL(sketch.action, page).href : page,
  method: sketch.get ? 'GET' : 'POST',
  explicitGet: false,
  enctype: 'urlencoded',
  fields: sketch.parts,
  hasPassword: sketch.parts.some(({ type }) => type === 'password'),
  about: sketch.about,
  buttons: sketch.buttons,
});

export async function explore(input: ExploreInput): Promise<void> {
  const { page, keep } = input;
  const tried = new Map<string, number>();
  const sent = new Set<string>();
  let clicks = 0;
  let reopened = 0;
  const harmless = (words: string) => !isHarmfulText(words);

  const dud = (key: string) => {
    if (input.duds.size < 5000) input.duds.set(key, (input.duds.get(key) ?? 0) + 1);
  };
  const list = async (): Promise<Control[]> => {
    const controls = await atMost(page.evaluate(listControls, keep), 2000);
    // A page may have replaced what makes the list.
    return Array.isArray(controls)
      ? controls.filter((one) => typeof one?.words === 'string' && typeof one.key === 'string')
      : [];
  };

  /** Sends what may be sent; fields outside a form get the key that searches. */
  async function useFields(controls: readonly Control[]): Promise<void> {
    const fields = controls.filter((control) => control.field !== null).slice(0, most.fields);
    const fresh = fields.filter((control) => !tried.has(control.key));
    if (fresh.length === 0) return;
    const listed = await atMost(page.evaluate(listForms, keep), 1000);
    const forms = Array.isArray(listed) ? listed.filter((form) => isSketch(form)) : [];
    const inForms = new Set(forms.flatMap((form) => form.fields));
    const enter = async (control: Control, key: boolean) => {
      tried.set(control.key, 1);
      const value = sampleValue(control.field!);
      await atMost(page.evaluate(fill, [keep, control.index, value, key] as const), 1000);
    };
    for (const form of forms) {
      const own = fields.filter((control) => form.fields.includes(control.index));
      const key = `${form.words} ${own.map((control) => control.field!.name).join('&')}`;
      if (own.length === 0 || sent.has(key) || input.left() < 500 || (input.duds.get(key) ?? 0) >= most.duds)
        continue;
      sent.add(key);
      const before = input.shown();
      // Filling in may send already: scripts keep what is entered.
      if (!harmless(form.words) || !input.mayForm(formOf(form, page.url()))) continue;
      for (const control of own) if (control.field!.type !== 'hidden') await enter(control, false);
      if (!form.get && !input.mayChange) continue;
      await atMost(page.evaluate(submit, [keep, own[0]!.index] as const), 1000);
      await input.quiet();
      if (input.shown() === before) dud(key);
    }
    for (const control of fresh) {
      if (inForms.has(control.index) || input.left() < 500 || !harmless(control.words)) continue;
      // Outside a form a box is a switch, thrown at once; and a password is nobody's to enter.
      if (/^(?:checkbox|radio|password)$/.test(control.field!.type)) continue;
      await enter(control, /^(text|search|url|email|number|textarea)$/.test(control.field!.type));
      await input.quiet();
    }
  }

  for (let round = 0; round < most.rounds && input.left() > 500; round++) {
    const before = clicks;
    let gone = 0;
    await useFields(await list());
    const controls = await list();
    for (const control of controls) {
      if (control.field !== null) continue;
      if (clicks >= most.clicks || input.left() < 300) return;
      const count = tried.get(control.key) ?? 0;
      // Rows of a list carry the same button many times.
      if (count >= (round === 0 ? most.perKey : 1)) continue;
      tried.set(control.key, count + 1);
      if (!harmless(control.words) || (input.duds.get(control.key) ?? 0) >= most.duds) continue;
      const pressed = await atMost(page.evaluate(press, [keep, control.index] as const), 1500);
      if (pressed === true) {
        clicks += 1;
        const before = input.shown();
        await input.quiet();
        if (input.shown() === before) dud(control.key);
        else input.duds.delete(control.key);
      } else {
        // Another press has taken it away.
        gone += 1;
        tried.set(control.key, count);
      }
    }
    if (gone > 0 && reopened < most.again && input.left() > 1500) {
      reopened += 1;
      await input.again();
    } else if (clicks === before) return;
  }
}
