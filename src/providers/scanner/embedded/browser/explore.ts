import type { Page } from 'playwright-core';
import { sampleValue } from '../points/fields.ts';
import type { Control } from './controls.mjs';
import { fill, listControls, listForms, press, submit } from './controls.mjs';
import { atMost } from './waiting.ts';

/** Uses a page as a curious visitor does who does no harm. Where it leads to is read from its traffic, not from here. */

export type ExploreInput = {
  page: Page;
  isHarmful: (url: URL) => boolean;
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

// Beyond the words of addresses: what buttons say, in the languages of the websites that we meet.
const harmfulWords =
  /(^|[^\p{L}])(log ?(out|off)|sign ?(out|off)|delete|remove|trash|erase|discard|clear|empty|unsubscribe|deactivate|disable|block|ban|cancel|buy|order|pay|purchase|checkout|donate|subscribe|book now|transfer|withdraw|send money|reset|revoke|shut ?down|restart|reboot|uninstall|print|abmelden|ausloggen|löschen|entfernen|kaufen|bestellen|bezahlen|kündigen|zurücksetzen|déconnexion|se déconnecter|supprimer|effacer|acheter|payer|commander|annuler|résilier|cerrar sesión|salir|eliminar|borrar|comprar|pagar|cancelar|esci|disconnetti|elimina|cancella|acquista|paga|afmelden|uitloggen|verwijderen|kopen|betalen|sair|excluir|apagar|wyloguj|usuń|kup|zapłać)([^\p{L}]|$)/iu;

/** Judges what an element says about itself: its text, names, classes and target. */
export function isHarmfulText(words: string, isHarmful: (url: URL) => boolean): boolean {
  // Names in code run together: btnDelete, delete_user.
  const apart = words.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_-]/g, ' ');
  if (harmfulWords.test(apart)) return true;
  const url = new URL('http://element.invalid/');
  url.search = `?${encodeURIComponent(words.slice(0, 2000).toWellFormed())}`;
  return isHarmful(url);
}

export async function explore(input: ExploreInput): Promise<void> {
  const { page, keep } = input;
  const tried = new Map<string, number>();
  const sent = new Set<string>();
  let clicks = 0;
  let reopened = 0;
  const harmless = (words: string) => !isHarmfulText(words, input.isHarmful);

  const dud = (key: string) => {
    if (input.duds.size < 5000) input.duds.set(key, (input.duds.get(key) ?? 0) + 1);
  };
  const list = async (): Promise<Control[]> => {
    const controls = await atMost(page.evaluate(listControls, keep), 2000);
    // A page may have replaced what makes the list.
    return Array.isArray(controls) ? controls.filter((one) => typeof one?.words === 'string' && typeof one.key === 'string') : [];
  };

  /** Sends what may be sent; fields outside a form get the key that searches. */
  async function useFields(controls: readonly Control[]): Promise<void> {
    const fields = controls.filter((control) => control.field !== null).slice(0, most.fields);
    const fresh = fields.filter((control) => !tried.has(control.key));
    if (fresh.length === 0) return;
    const listed = await atMost(page.evaluate(listForms, keep), 1000);
    const forms = Array.isArray(listed) ? listed.filter((form) => Array.isArray(form?.fields) && typeof form.words === 'string') : [];
    const inForms = new Set(forms.flatMap((form) => form.fields));
    const enter = async (control: Control, key: boolean) => {
      tried.set(control.key, 1);
      const value = sampleValue(control.field!);
      await atMost(page.evaluate(fill, [keep, control.index, value, key] as const), 1000);
    };
    for (const form of forms) {
      const own = fields.filter((control) => form.fields.includes(control.index));
      const key = `${form.words} ${own.map((control) => control.field!.name).join('&')}`;
      if (own.length === 0 || sent.has(key) || input.left() < 500 || (input.duds.get(key) ?? 0) >= most.duds) continue;
      sent.add(key);
      const before = input.shown();
      // A form of passwords alone would change the one that the scan signs in with.
      if (!harmless(form.words) || (form.passwords > 0 && form.texts === 0)) continue;
      for (const control of own) if (control.field!.type !== 'hidden') await enter(control, false);
      if (!form.get && !input.mayChange) continue;
      await atMost(page.evaluate(submit, [keep, own[0]!.index] as const), 1000);
      await input.quiet();
      if (input.shown() === before) dud(key);
    }
    for (const control of fresh) {
      if (inForms.has(control.index) || input.left() < 500 || !harmless(control.words)) continue;
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
