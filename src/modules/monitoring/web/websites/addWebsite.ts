import { nameProblem, isNameTaken, parseWebAddress } from '../../rules.ts';
import { wording } from '../messages.ts';

export type Protocol = 'https://' | 'http://';
export type AddStep = 'specify' | 'confirm' | 'schedule';
export const addSteps: readonly AddStep[] = ['specify', 'confirm', 'schedule'];

export type SpecifyField = 'name' | 'protocol' | 'url';
export type SpecifyProblems = Partial<Record<SpecifyField, string>>;

export type AddWebsite = {
  step: AddStep;
  name: string;
  protocol: Protocol | null;
  /** Without protocol. */
  url: string;
  /** The address as it will be kept, once the server found it neither restricted nor used. */
  checkedUrl: string | null;
  consent: boolean;
  /** Filled in by us and untouched: where nothing speaks against the address, the first step is done. */
  proposed: boolean;
  problems: SpecifyProblems;
  /** Why the server does not want the address, beside the problem itself. */
  restriction: string | null;
  /** The website once it is created, while its schedule is not. */
  created: { targetId: string; targetName: string } | null;
};

export const emptyAddWebsite: AddWebsite = {
  step: 'specify',
  name: '',
  protocol: null,
  url: '',
  checkedUrl: null,
  consent: false,
  proposed: false,
  problems: {},
  restriction: null,
  created: null,
};

type Known = { companyUrl: string; targetList: readonly { targetName: string; targetUrl: string }[] };

/** The wizard as it opens: with https, and with the company's website as long as that is not added yet. */
export function startAddWebsite({ companyUrl, targetList }: Known): AddWebsite {
  const start: AddWebsite = { ...emptyAddWebsite, protocol: 'https://' };
  const address = parseWebAddress(companyUrl, 'https://');
  if (!address || targetList.some(({ targetUrl }) => parseWebAddress(targetUrl)?.key === address.key))
    return start;
  const name = address.host.replace(/^www\./, '');
  const names = targetList.map(({ targetName }) => targetName);
  const filled = { ...start, protocol: address.protocol, url: address.url.replace(/^https?:\/\//, '') };
  return isNameTaken(name, names) ? filled : { ...filled, name, proposed: true };
}

export type AddEvent =
  | { type: 'name'; value: string }
  | { type: 'protocol'; value: Protocol | null }
  | { type: 'url'; value: string }
  | { type: 'problems'; problems: SpecifyProblems; restriction?: string | null }
  | { type: 'checked'; url: string }
  | { type: 'proposal-checked'; url: string }
  | { type: 'consent'; value: boolean }
  | { type: 'agreed' }
  | { type: 'created'; targetId: string; targetName: string }
  | { type: 'back' };

const without = (problems: SpecifyProblems, ...fields: SpecifyField[]): SpecifyProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field as SpecifyField)));

/** An address that somebody pasted whole falls into its two fields. */
function splitAddress(text: string): { protocol?: Protocol; url: string } {
  const found = /^\s*(https?:\/\/)(.*)$/is.exec(text);
  return found ? { protocol: found[1]!.toLowerCase() as Protocol, url: found[2]!.trim() } : { url: text };
}

function changeAddress(state: AddWebsite, change: Partial<Pick<AddWebsite, 'protocol' | 'url'>>): AddWebsite {
  const fields: SpecifyField[] = change.protocol ? ['url', 'protocol'] : ['url'];
  // another address needs its own permission
  return {
    ...state,
    ...change,
    checkedUrl: null,
    consent: false,
    proposed: false,
    restriction: null,
    problems: without(state.problems, ...fields),
  };
}

/** The wizard of three steps: what happened in, where one is out. Nothing that was typed is ever dropped. */
export function addWebsiteReducer(state: AddWebsite, event: AddEvent): AddWebsite {
  switch (event.type) {
    case 'name':
      return { ...state, name: event.value, proposed: false, problems: without(state.problems, 'name') };
    case 'protocol':
      return changeAddress(state, { protocol: event.value });
    case 'url':
      return changeAddress(state, splitAddress(event.value));
    case 'problems':
      return state.created
        ? state
        : {
            ...state,
            step: 'specify',
            proposed: false,
            problems: event.problems,
            restriction: event.restriction ?? null,
          };
    case 'proposal-checked':
      // somebody who types meanwhile is not carried off
      return state.proposed ? addWebsiteReducer(state, { type: 'checked', url: event.url }) : state;
    case 'checked':
      return {
        ...state,
        step: 'confirm',
        checkedUrl: event.url,
        proposed: false,
        problems: {},
        restriction: null,
      };
    case 'consent':
      return { ...state, consent: event.value };
    case 'agreed':
      return state.consent && state.checkedUrl !== null ? { ...state, step: 'schedule' } : state;
    case 'created':
      return { ...state, created: { targetId: event.targetId, targetName: event.targetName } };
    case 'back': {
      // what is created is not specified anew
      if (state.created) return state;
      return { ...state, step: addSteps[Math.max(0, addSteps.indexOf(state.step) - 1)]! };
    }
  }
}

/** What can be said of the first step without asking the server (modules.md 5). */
export function specifyProblems(
  state: Pick<AddWebsite, 'name' | 'protocol' | 'url'>,
  takenNames: readonly string[],
): SpecifyProblems {
  const name = nameProblem(state.name) ?? (isNameTaken(state.name, takenNames) ? wording.nameTaken : null);
  const url = parseWebAddress(state.url, state.protocol ?? 'https://') ? null : wording.urlInvalid;
  return {
    ...(name ? { name } : {}),
    ...(state.protocol === null ? { protocol: wording.protocolMissing } : {}),
    ...(url ? { url } : {}),
  };
}
