import type { Page } from 'playwright-core';
import { sampleValue } from '../points/fields.ts';
import type { PageForm } from '#probes/web/form.ts';
import { saysHarm } from '../harm/words.ts';
import { fill, listControls, listForms, press, submit, type Control, type FormSketch } from './controls.mjs';
import { atMost } from './waiting.ts';

/** Uses a page as a curious visitor does who does no harm. Where it leads to is read from its traffic, not from here. */

type ExploreInput = {
  page: Page;
  mayForm: (form: PageForm) => boolean;
  /** Forms may be sent that are not plain questions. */
  mayChange: boolean;
  /** Resolves when the page is quiet again, or soon. */
  quiet: () => Promise<void>;
  /** Opens the page anew, as it was in the beginning. */
  again: () => Promise<void>;
  left: () => number;
  /** How much the page has shown so far: calls, links and windows. */
  shown: () => number;
  /** Over all pages of the scan: how often pressing something of that kind showed nothing, and which forms were sent. */
  duds: Map<string, number>;
  keep: string;
};

const most = { clicks: 40, rounds: 12, perKey: 2, fields: 40, again: 3, duds: 3 };

function isHarmfulText(words: string): boolean {
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

type Duds = ReturnType<typeof makeDuds>;

function makeDuds({ duds, shown, quiet }: ExploreInput) {
  return {
    has: (key: string) => (duds.get(key) ?? 0) >= most.duds,
    /** Waits for what something brings, and counts it where that is nothing; true when it showed something. */
    async judge(key: string, before: number): Promise<boolean> {
      await quiet();
      if (shown() !== before) return true;
      if (duds.size < 5000) duds.set(key, (duds.get(key) ?? 0) + 1);
      return false;
    },
  };
}

const harmless = (words: string) => !isHarmfulText(words);

/** Sends what may be sent; fields outside a form get the key that searches. */
function makeFilling(input: ExploreInput, tried: Map<string, number>, duds: Duds) {
  const { page, keep, left } = input;
  const sent = new Set<string>();

  async function enter(control: Control, key: boolean): Promise<void> {
    tried.set(control.key, 1);
    const value = sampleValue(control.field!);
    await atMost(page.evaluate(fill, [keep, control.index, value, key] as const), 1000);
  }

  async function useForm(form: FormSketch, own: readonly Control[]): Promise<void> {
    const key = `${form.words} ${own.map((control) => control.field!.name).join('&')}`;
    if (own.length === 0 || sent.has(key) || left() < 500 || duds.has(key)) return;
    sent.add(key);
    const before = input.shown();
    // Filling in may send already: scripts keep what is entered.
    if (!harmless(form.words) || !input.mayForm(formOf(form, page.url()))) return;
    for (const control of own) if (control.field!.type !== 'hidden') await enter(control, false);
    if (!form.get && !input.mayChange) return;
    await atMost(page.evaluate(submit, [keep, own[0]!.index] as const), 1000);
    await duds.judge(key, before);
  }

  async function useField(control: Control): Promise<void> {
    const { type } = control.field!;
    if (left() < 500 || !harmless(control.words)) return;
    // Outside a form a box is a switch, thrown at once; and a password is nobody's to enter.
    if (/^(?:checkbox|radio|password)$/.test(type)) return;
    await enter(control, /^(text|search|url|email|number|textarea)$/.test(type));
    await input.quiet();
  }

  return async (controls: readonly Control[]): Promise<void> => {
    const fields = controls.filter((control) => control.field !== null).slice(0, most.fields);
    const fresh = fields.filter((control) => !tried.has(control.key));
    if (fresh.length === 0) return;
    const listed = await atMost(page.evaluate(listForms, keep), 1000);
    const forms = Array.isArray(listed) ? listed.filter((form) => isSketch(form)) : [];
    const inForms = new Set(forms.flatMap((form) => form.fields));
    for (const form of forms)
      await useForm(
        form,
        fields.filter((control) => form.fields.includes(control.index)),
      );
    for (const control of fresh) if (!inForms.has(control.index)) await useField(control);
  };
}

export async function explore(input: ExploreInput): Promise<void> {
  const { page, keep } = input;
  const tried = new Map<string, number>();
  const duds = makeDuds(input);
  const useFields = makeFilling(input, tried, duds);
  let clicks = 0;
  let reopened = 0;

  const list = async (): Promise<Control[]> => {
    const controls = await atMost(page.evaluate(listControls, keep), 2000);
    // A page may have replaced what makes the list.
    return Array.isArray(controls)
      ? controls.filter((one) => typeof one?.words === 'string' && typeof one.key === 'string')
      : [];
  };

  async function use(control: Control, round: number): Promise<boolean> {
    const { key } = control;
    const count = tried.get(key) ?? 0;
    // Rows of a list carry the same button many times.
    if (count >= (round === 0 ? most.perKey : 1)) return true;
    tried.set(key, count + 1);
    if (!harmless(control.words) || duds.has(key)) return true;
    const pressed = await atMost(page.evaluate(press, [keep, control.index] as const), 1500);
    if (pressed !== true) {
      tried.set(key, count);
      return false;
    }
    clicks += 1;
    if (await duds.judge(key, input.shown())) input.duds.delete(key);
    return true;
  }

  for (let round = 0; round < most.rounds && input.left() > 500; round++) {
    const before = clicks;
    let gone = 0;
    await useFields(await list());
    for (const control of await list()) {
      if (control.field !== null) continue;
      if (clicks >= most.clicks || input.left() < 300) return;
      if (!(await use(control, round))) gone += 1;
    }
    if (gone > 0 && reopened < most.again && input.left() > 1500) {
      reopened += 1;
      await input.again();
    } else if (clicks === before) return;
  }
}
